import { decodeAbi } from '../../primitives/abi/decode.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { type AbiRecord, AbiValueError } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { InsufficientBalanceError } from '../../state/contract.ts';
import { CodecError } from '../codec/codec.ts';
import type { ModuleContract, NativeCall, NativeResult } from '../engine.ts';
import { type ModuleCall, type ModuleFault, RefusedError } from './call.ts';
import { abiFields } from './field.ts';
import { GasMeter, OutOfGasError } from './gas-meter.ts';

/**
 * The precompile of a module: four bytes choose the call, the rest are its arguments. A refusal reverts with
 * `Error("<module>: <reason> (<code>)")`, and the engine undoes whatever the call had changed.
 */
export function nativeContractOf(name: string, address: Address, calls: readonly ModuleCall[]): ModuleContract {
  const bySelector = new Map(calls.map((entry) => [entry.selector, entry]));
  const chosenBy = (input: Uint8Array) => bySelector.get(toHex(input.subarray(0, 4)));
  return {
    name,
    stateful: true,
    gas(input) {
      const chosen = chosenBy(input);
      return chosen === undefined ? unknownCallGas : chosen.gas + chosen.gasPerByte * BigInt(input.length - 4);
    },
    run(native) {
      const chosen = chosenBy(native.input);
      if (chosen === undefined) return revert(name, 0n, 'no such call; see the Solidity interface');
      const refusal = contextFault(chosen, address, native);
      return refusal === undefined ? runCall(name, chosen, native) : revert(name, 0n, refusal);
    },
  };
}

/** What it takes to find no call by the selector, and to say so. */
const unknownCallGas = 1_000n;

/** Reason text of a refusal, as Solidity and `eth_call` show it. */
export function refusalText(module: string, fault: ModuleFault): string {
  return `${module}: ${fault.reason} (${fault.code})`;
}

/** Why this call cannot run in this kind of frame, whatever its arguments. */
function contextFault(chosen: ModuleCall, address: Address, { self, isStatic, value }: NativeCall): string | undefined {
  if (self !== address) return 'call it with CALL or STATICCALL, not DELEGATECALL';
  if (isStatic && !chosen.isView) return `${chosen.name} changes state and cannot run inside a static call`;
  if (value > 0n && !chosen.isPayable) return `${chosen.name} takes no value`;
  return undefined;
}

function runCall(name: string, chosen: ModuleCall, native: NativeCall): NativeResult {
  const { block, caller, value, state, emit, callEvm } = native;
  const gas = new GasMeter(native.gas);
  try {
    const inputs = decodeAbi(abiFields(chosen.inputs), native.input.subarray(4));
    const fault = chosen.fault({ state, block, caller, value }, inputs);
    if (fault !== undefined) return revert(name, gas.used, `${fault.reason} (${fault.code})`);
    const outputs = chosen.run({ state, block, caller, value, emit, gas, callEvm }, inputs) as AbiRecord;
    return { status: 'success', gasUsed: gas.used, output: encodeAbi(abiFields(chosen.outputs), outputs) };
  } catch (error) {
    if (error instanceof OutOfGasError) return { status: 'out of gas' };
    return revert(name, gas.used, refusalReason(error));
  }
}

/** Errors that a call may end with; any other is thrown on. */
function refusalReason(error: unknown): string {
  if (error instanceof RefusedError) return `${error.fault.reason} (${error.fault.code})`;
  if (error instanceof AbiValueError || error instanceof CodecError) return `bad arguments: ${error.message}`;
  if (error instanceof InsufficientBalanceError) return error.message;
  throw error;
}

const errorInputs = parseSignature('Error(string reason)').inputs;
/** Selector of `Error(string)`. */
const errorSelector = fromHex('0x08c379a0');

function revert(module: string, gasUsed: bigint, reason: string): NativeResult {
  const output = concatBytes(errorSelector, encodeAbi(errorInputs, [`${module}: ${reason}`]));
  return { status: 'revert', gasUsed, output };
}
