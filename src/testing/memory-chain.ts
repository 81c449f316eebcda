import type { Chain } from '../chain/chain.ts';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { openChain } from '../chain/open-chain.ts';
import type { ChainReader, CommittedBlock } from '../chain/types.ts';
import { createEngine } from '../evm/engine.ts';
import type { Engine, NativeContracts } from '../kernel/engine.ts';
import type { Module } from '../kernel/module.ts';
import { emptyReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { parseAddress, zeroAddress } from '../primitives/address.ts';
import { Faults } from '../primitives/faults.ts';
import type { WorldState } from '../state/types.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';

/** A chain in memory whose blocks hold exactly what a test puts into them. */
export type MemoryChain = {
  readonly chain: Chain;
  readonly reader: ChainReader;
  readonly engine: Engine;
  readonly natives: NativeContracts;
  /** Appends a block, two seconds after the last. */
  mine(transactions?: readonly Transaction[]): CommittedBlock;
};

const noNatives: NativeContracts = { at: () => undefined, addresses: [] };
/** seconds since 1970 */
const timestamp = 1_767_225_600;
const memoryGenesis = parseGenesis(JSON.stringify({ network: 'dev', chainId: 9800, timestamp, alloc: {} }));

type MemoryChainOptions = {
  /** their hooks run around the transactions */
  readonly modules?: readonly Module[];
  readonly natives?: NativeContracts;
  readonly store?: Store;
  readonly faults?: Faults;
  readonly engine?: Engine;
};

/** `fill` writes the state of the first block. */
export function createMemoryChain(fill: (state: WorldState) => void, parts: MemoryChainOptions = {}): MemoryChain {
  const { modules = [], natives = noNatives, store = createMemoryStore(), faults = new Faults() } = parts;
  const { engine = createEngine() } = parts;
  const filler: Module = { name: 'filler', address: fillerAddress, initGenesis: ({ state }) => fill(state) };
  const chain = openChain(store, { engine, natives, modules: [filler, ...modules] }, memoryGenesis, { faults });
  const mine = (transactions: readonly Transaction[] = []): CommittedBlock => {
    const time = (chain.reader.head().timestamp + 2) * 1000;
    const report = emptyReport(time);
    const executed = chain.next.execute({ miner: zeroAddress, report }, transactions);
    chain.commit(executed);
    return executed;
  };
  return { chain, reader: chain.reader, engine, natives, mine };
}

const fillerAddress = parseAddress('0x00000000000000000000000000000000000f1113');
