import type { NativeContract, NativeContracts, PrecompiledContract } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';

/** A contract of the protocol at a low address. Its price and result depend on nothing but the input. */
export type Precompile = Omit<PrecompiledContract, 'stateful'>;

/** Precompiles with their numbers: 1 is at 0x00…01. */
export type Numbered = readonly (readonly [number, Precompile])[];

/** Contracts for the engine; of two with the same number, the later one. */
export function toNativeContracts(precompiles: Numbered): NativeContracts {
  const contracts = new Map<Address, NativeContract>();
  for (const [number, precompile] of precompiles)
    contracts.set(precompileAddress(number), { ...precompile, stateful: false });
  return { addresses: [...contracts.keys()], at: (address) => contracts.get(address) };
}

/** Address of a precompile by its number. */
export function precompileAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
