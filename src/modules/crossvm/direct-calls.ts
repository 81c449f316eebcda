import { type CallContext, type CheckContext, call, ModuleCallError } from '../../kernel/module-sdk/call.ts';
import { failureText } from '../../kernel/module-sdk/failure-text.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import {
  bytesField,
  type Fields,
  maxDataBytes,
  textField,
  uint,
  type ValuesOf,
} from '../../kernel/module-sdk/field.ts';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { fromHex, isHex } from '../../primitives/hex.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { crossvmAddress } from '../addresses.ts';
import { fault } from './faults.ts';
import { crossvmParams } from './params.ts';
import { type VmName, vms } from './records.ts';
import { contextFor, evmTarget } from './target.ts';

/** The request that each of the signatures is converted to. */
type DirectCall = {
  readonly vm: VmName | undefined;
  readonly target: string;
  readonly payload: Uint8Array;
  /** wei from the caller's account, besides the value of the call */
  readonly funds: bigint;
};

/** A function signature that runs its target at once, within the transaction: both succeed, or neither. */
function directCall<const I extends Fields>(
  name: string,
  doc: string,
  inputs: I,
  read: (values: ValuesOf<I>) => DirectCall,
) {
  return call(name, {
    doc: `${doc} Runs at once, as the caller, with the value sent along, as a part of the same transaction.`,
    inputs,
    outputs: { result: bytesField('what the target returned') },
    gas: 50_000n,
    isPayable: true,
    isCommand: false,
    fault: (context, values) => directFault(context, read(values)),
    run: (context, values) => ({ result: runTarget(context, read(values)) }),
  });
}

const execute = directCall(
  'executeCrossVMCall',
  'Call a contract of a machine by its number.',
  {
    targetVM: uint(8, '0 for the EVM; 1, CosmWasm, and 2, SVM, are rejected'),
    targetContract: textField('the contract as that machine spells it'),
    payload: bytesField('what it is called with', { maxBytes: maxDataBytes }),
  },
  ({ targetVM, targetContract, payload }) => ({
    vm: vms[Number(targetVM)],
    target: targetContract,
    payload,
    funds: 0n,
  }),
);

const executeByName = directCall(
  'executeCrossVMCall',
  'Call a contract on the virtual machine in whose spelling it is named.',
  {
    targetContract: textField('0x… for the EVM'),
    payload: bytesField('what it is called with', { maxBytes: maxDataBytes }),
  },
  ({ targetContract, payload }) => ({
    vm: contextFor(targetContract),
    target: targetContract,
    payload,
    funds: 0n,
  }),
);

const packedInputs = parseSignature('call(string contract, string message, uint256 funds)').inputs;

const packedCall = directCall(
  'call',
  'Call a contract on the virtual machine in whose spelling it is named.',
  {
    data: bytesField('(string contract, string message, uint256 funds in uqor of the caller), encoded by the ABI', {
      maxBytes: maxDataBytes,
    }),
  },
  ({ data }) => {
    const { contract, message, funds } = decodeAbi(packedInputs, data);
    const target = String(contract);
    return { vm: contextFor(target), target, payload: toPayload(String(message)), funds: toWei(funds) };
  },
);

export const directCalls = [execute, packedCall, executeByName];

/** Hex text is decoded; any other text stands for its UTF-8 bytes. */
function toPayload(message: string): Uint8Array {
  if (message === '') return emptyBytes;
  return isHex(message) ? fromHex(message) : new TextEncoder().encode(message);
}

function toWei(uqor: unknown): bigint {
  return typeof uqor === 'bigint' ? uqor * weiPerUqor : 0n;
}

function directFault({ state }: CheckContext, { vm, target, payload }: DirectCall): ModuleFault | undefined {
  const { enabled, max_message_size } = crossvmParams.get(state);
  if (!enabled) return fault.moduleOff();
  if (vm === 'svm') return fault.svmDisabled();
  if (vm !== 'evm') return fault.vmNotSupported();
  if (evmTarget(target) === undefined) return fault.noSuchTarget();
  return payload.length > max_message_size ? fault.payloadTooLarge() : undefined;
}

function runTarget({ state, caller, value, gas, callEvm }: CallContext, direct: DirectCall): Uint8Array {
  const to = evmTarget(direct.target);
  if (to === undefined) return emptyBytes;
  state.transfer(crossvmAddress, caller, value);
  const call = { from: caller, to, value: value + direct.funds, data: direct.payload, gas: gas.forwardable };
  const result = callEvm(call);
  gas.use(result.gasUsed);
  if (result.failure !== undefined) throw new ModuleCallError(fault.targetFailed(failureText(result)));
  return result.output;
}
