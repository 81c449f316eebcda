import type { Address } from '../../primitives/address.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { entriesOf } from '../../primitives/objects.ts';
import { jsonChunks, LazyObject } from './json-chunks.ts';
import type { GenesisAccount, GenesisDocument } from './parse-genesis.ts';

/** A genesis document that is produced while it is written: it may be larger than the memory. */
export type GenesisSource = Omit<GenesisDocument, 'alloc' | 'modules'> & {
  /** in address order */
  readonly alloc: Iterable<readonly [Address, AccountSource]>;
  /** sections by module name; undefined: the module has none */
  readonly modules: Iterable<readonly [string, unknown]>;
};

type AccountSource = Omit<GenesisAccount, 'storage'> & {
  /** undefined: no slots */
  readonly storage: Iterable<readonly [Hex, Uint8Array]> | undefined;
};

/**
 * Genesis document → its canonical JSON: defaults left out, accounts in address order. `parseGenesis` is the inverse.
 */
export function formatGenesis(document: GenesisDocument): string {
  return `${[...formatGenesisChunks(sourceOf(document), '  ')].join('')}\n`;
}

/** The same in chunks, without the final newline; on one line when `indent` is empty. */
export function formatGenesisChunks(source: GenesisSource, indent: string): Iterable<string> {
  const { network, chainId, timestamp, initialHeight, extraData, parameters, fork, alloc, modules } = source;
  const members = {
    network,
    chainId,
    timestamp,
    initialHeight: initialHeight === 1 ? undefined : initialHeight,
    extraData: toHex(extraData),
    parameters: {
      gasLimit: parameters.gasLimit.toString(),
      baseFeeFloor: parameters.baseFeeFloor.toString(),
      maxBlockBytes: parameters.maxBlockBytes,
      maxTransactionGas: parameters.maxTransactionGas?.toString(),
      maxCodeBytes: parameters.maxCodeBytes,
    },
    fork,
    alloc: new LazyObject(accountMembers(alloc)),
    modules: new LazyObject(modules),
  };
  return jsonChunks(new LazyObject(Object.entries(members)), indent);
}

function sourceOf({ alloc, modules, ...rest }: GenesisDocument): GenesisSource {
  return { ...rest, alloc: accountSources(alloc), modules: Object.entries(modules) };
}

function* accountSources(alloc: GenesisDocument['alloc']): GenesisSource['alloc'] {
  for (const [address, { storage, ...account }] of alloc) {
    const slots = entriesOf(storage);
    yield [address, { ...account, storage: slots.length === 0 ? undefined : slots }];
  }
}

function* accountMembers(alloc: GenesisSource['alloc']): Iterable<readonly [string, LazyObject]> {
  for (const [address, { balance, nonce, code, storage }] of alloc) {
    const members = {
      balance: balance.toString(),
      nonce: nonce === 0n ? undefined : nonce.toString(),
      code: code.length === 0 ? undefined : toHex(code),
      storage: storage && new LazyObject(slotMembers(storage)),
    };
    yield [address, new LazyObject(Object.entries(members))];
  }
}

function* slotMembers(slots: Iterable<readonly [Hex, Uint8Array]>): Iterable<readonly [string, string]> {
  for (const [key, value] of slots) yield [key, toHex(value)];
}
