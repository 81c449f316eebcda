import { decodeAbi } from '../../primitives/abi/decode.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { AbiValueError } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { InsufficientBalanceError, type StateView } from '../../state/types.ts';
import { CodecError } from '../codec/codec.ts';
import type { ModuleContract, NativeCall, NativeResult } from '../engine.ts';
import { type ModuleCall, ModuleCallError } from './call.ts';
import { containable } from './containable.ts';
import { abiFields, argumentFields } from './field.ts';
import { GasMeter, OutOfGasError } from './gas-meter.ts';
import { MeteredState } from './metered-state.ts';

/**
 * The precompile of a module: four bytes choose the call, the rest are its arguments. A rejected call reverts with
 * `Error("<module>: <reason> (<code>)")`, and the engine undoes whatever the call had changed.
 */
export function nativeContractOf(
  name: string,
  addresses: readonly Address[],
  calls: readonly ModuleCall[],
  isMember: (state: StateView, address: Address) => boolean = () => false,
): ModuleContract {
  const bySelector = new Map(calls.map((entry) => [selectorNumber(fromHex(entry.selector)), toPrepared(entry)]));
  const chosenBy = (input: Uint8Array) => (input.length < 4 ? undefined : bySelector.get(selectorNumber(input)));
  return {
    name,
    stateful: true,
    gas(input) {
      const chosen = chosenBy(input);
      return chosen === undefined ? unknownCallGas : gasOf(chosen.call, input.length - 4);
    },
    callName: (input) => chosenBy(input)?.call.name,
    run(native) {
      const chosen = chosenBy(native.input);
      if (chosen === undefined) return revert(name, 0n, 'no such call; see the Solidity interface');
      const isOwn = addresses.includes(native.self) || isMember(native.state, native.self);
      const rejection = contextFault(chosen.call, isOwn, native);
      return rejection === undefined ? runCall(name, chosen, native) : revert(name, 0n, rejection);
    },
  };
}

/** Gas of a call with an unknown selector. */
export const unknownCallGas = 2_000n;

/** A call with its fields in the form of the ABI codec. */
type Prepared = {
  readonly call: ModuleCall;
  readonly inputs: ReturnType<typeof argumentFields>;
  readonly outputs: ReturnType<typeof abiFields>;
};

function toPrepared(call: ModuleCall): Prepared {
  return { call, inputs: argumentFields(call.inputs), outputs: abiFields(call.outputs) };
}

/** The first four bytes as an integer. */
function selectorNumber(input: Uint8Array): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = [input[0], input[1], input[2], input[3]];
  return (first << 24) | (second << 16) | (third << 8) | fourth;
}

/** Gas of a call whose arguments have this many bytes, used or not. */
function gasOf({ gas, gasPerByte, coveredBytes }: ModuleCall, bytes: number): bigint {
  return bytes <= coveredBytes ? gas : gas + gasPerByte * BigInt(bytes - coveredBytes);
}

/** Why this call cannot run in this kind of frame, whatever its arguments, or undefined. */
function contextFault(chosen: ModuleCall, isOwn: boolean, { isStatic, value }: NativeCall): string | undefined {
  if (!isOwn) return 'call it with CALL or STATICCALL, not DELEGATECALL';
  if (isStatic && !chosen.isView) return `${chosen.name} changes state and cannot run inside a static call`;
  if (value > 0n && !chosen.isPayable) return `${chosen.name} takes no value`;
  return undefined;
}

function runCall(name: string, { call, inputs: fields, outputs: results }: Prepared, native: NativeCall): NativeResult {
  const { block, self, caller, value, isHybrid, emit, callEvm } = native;
  const gas = new GasMeter(native.gas, native.beginWork);
  const state = new MeteredState(native.state, gas);
  try {
    const inputs = decodeAbi(fields, native.input.subarray(4));
    const fault = call.fault({ state, block, self, caller, value, isHybrid }, inputs);
    if (fault !== undefined) return revert(name, gas.used, `${fault.reason} (${fault.code})`);
    const outputs = call.run({ state, block, self, caller, value, isHybrid, emit, gas, callEvm }, inputs);
    return { status: 'success', gasUsed: gas.used, output: encodeAbi(results, outputs) };
  } catch (error) {
    if (error instanceof OutOfGasError) return { status: 'out of gas' };
    return revert(name, gas.used, errorReason(error));
  }
}

/** Errors that end a call; any other is rethrown. */
function errorReason(error: unknown): string {
  if (error instanceof ModuleCallError) return `${error.fault.reason} (${error.fault.code})`;
  if (error instanceof AbiValueError || error instanceof CodecError) return `bad arguments: ${error.message}`;
  if (error instanceof InsufficientBalanceError) return error.message;
  if (containable(error) === 'arithmetic') return 'numbers without a result';
  if (containable(error) === 'codec') return 'a value that cannot be stored';
  throw error;
}

const errorInputs = parseSignature('Error(string reason)').inputs;
const errorSelector = fromHex('0x08c379a0');

function revert(module: string, gasUsed: bigint, reason: string): NativeResult {
  const output = concatBytes(errorSelector, encodeAbi(errorInputs, [`${module}: ${reason}`]));
  return { status: 'revert', gasUsed, output };
}
