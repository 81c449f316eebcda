import type { NativeContract, NativeContracts } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';

/** Code of the protocol at a low address: a price and a result that depend on nothing but the input. */
export type Precompile = {
  readonly name: string;
  /** Asked, and compared with the gas at hand, before any work. */
  gas(input: Uint8Array): bigint;
  /** undefined when the input is not valid: the call fails and takes all its gas */
  run(input: Uint8Array): Uint8Array | undefined;
};

/** The precompiles by number (1 is 0x00…01) as the engine calls them. */
export function toNativeContracts(precompiles: ReadonlyMap<number, Precompile>): NativeContracts {
  const contracts = new Map<Address, NativeContract>();
  for (const [number, precompile] of precompiles)
    contracts.set(precompileAddress(number), toNativeContract(precompile));
  return { addresses: [...contracts.keys()], at: (address) => contracts.get(address) };
}

function precompileAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

function toNativeContract(precompile: Precompile): NativeContract {
  return {
    name: precompile.name,
    stateful: false,
    run({ input, gas }) {
      const gasUsed = precompile.gas(input);
      if (gasUsed > gas) return { status: 'success', gasUsed, output: emptyBytes }; // the engine halts: out of gas
      const output = precompile.run(input);
      return output === undefined ? { status: 'failure' } : { status: 'success', gasUsed, output };
    },
  };
}
