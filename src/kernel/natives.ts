import type { Address } from '../primitives/address.ts';
import type { NativeContract, NativeContracts } from './engine.ts';
import type { NativeModule } from './module-sdk/define-module.ts';

/** Contracts by address. */
export function createNatives(contracts: ReadonlyMap<Address, NativeContract>): NativeContracts {
  return { at: (address) => contracts.get(address), addresses: [...contracts.keys()] };
}

/**
 * Everything that runs as code of the node: the precompiles of Ethereum and the calls of the modules, with the rules
 * for signatures and fees of the modules that have some.
 */
export function joinNatives(precompiles: NativeContracts, modules: readonly NativeModule[]): NativeContracts {
  const ofEthereum = precompiles.addresses.flatMap((address) => {
    const contract = precompiles.at(address);
    return contract === undefined ? [] : [[address, contract] as const];
  });
  const natives = createNatives(new Map([...ofEthereum, ...modules.flatMap(({ contracts }) => [...contracts])]));
  return {
    ...natives,
    signatures: modules.find(({ signatures }) => signatures !== undefined)?.signatures,
    fees: modules.find(({ fees }) => fees !== undefined)?.fees,
  };
}

/** The sections a new network of that kind starts with, by module name. */
export function defaultSections(
  modules: readonly NativeModule[],
  network: Parameters<NativeModule['defaultGenesis']>[0],
) {
  return Object.fromEntries(modules.map((module) => [module.name, module.defaultGenesis(network)]));
}
