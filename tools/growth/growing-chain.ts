import type { Chain } from '#qord/chain/chain.ts';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { emptyReport } from '#qord/kernel/module.ts';
import { hookFailedTopic } from '#qord/kernel/module-sdk/hook-failed.ts';
import { countHeld, poolsOf } from '#qord/kernel/pools.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { createModules } from '#qord/modules/index.ts';
import { zeroAddress } from '#qord/primitives/address.ts';
import type { WorldState } from '#qord/state/types.ts';
import type { Store } from '#qord/store/types.ts';
import { openModuleChain } from '#qord/testing/module-chain.ts';
import { startThreadTime } from '#qord/testing/process/cpu-time.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { operators } from '../gas/prepared-chain/economy.ts';
import { addUp } from './add-up.ts';
import { type Due, type Growth, writeCopy } from './clone-rows.ts';
import { countedModules, type NextBlock, RowCounter } from './counted-modules.ts';

/** What a block took: milliseconds of processor time of the thread that makes it, and rows that its hooks read. */
type BlockCost = { readonly ms: number; readonly rows: number };

/** The prepared chain, whose records of one kind become numerous. */
export type GrowingChain = {
  readonly chain: Chain;
  /** Appends a block, signed by all validators. Throws when a hook fails in it. */
  mine(milliseconds: number, transactions?: readonly Transaction[]): BlockCost;
  transfer(): Transaction;
  /** Appends a block in which copies are added until there are so many, by default two seconds after the last. */
  grow(growth: Growth, due: Due, count: number, milliseconds?: number): void;
  /** Asserts that another chain starts from what this one exports, and that its pools have what they owe. */
  assertGenesis(): void;
  exported(): GenesisDocument;
};

/** development account of the transfers */
const sender = 9;

/** Opens the chain in a store, which continues from there. */
export function openGrowingChain(genesis: GenesisDocument, store: Store): GrowingChain {
  const next: NextBlock = { counter: new RowCounter(), before: undefined, error: undefined };
  const modules = countedModules(createModules(), next);
  const { chain, exported } = openModuleChain(genesis, modules, store);
  const votes = operators.map((validator) => ({ validator, signed: true }));
  let time = chain.reader.head().timestamp * 1000;
  const copied = new Map<Growth, number>();
  const mine = (milliseconds: number, transactions: readonly Transaction[] = []) => {
    time += milliseconds;
    next.counter = new RowCounter();
    const report = { ...emptyReport(time), votes };
    const elapsed = startThreadTime();
    const executed = chain.next.execute({ miner: zeroAddress, report }, transactions);
    chain.commit(executed);
    if (next.error !== undefined) throw next.error;
    const cost = { ms: elapsed(), rows: next.counter.rows };
    const failed = executed.events.find(({ topics }) => topics[0] === hookFailedTopic);
    if (failed !== undefined) throw new Error(`a hook of ${failed.address} failed`);
    return cost;
  };
  const grow = (growth: Growth, due: Due, count: number, milliseconds = 2_000) => {
    next.before = (state) => {
      payPools(state, () => {
        for (let copy = copied.get(growth) ?? 0; copy < count; copy++) writeCopy(state, growth, due, copy);
        copied.set(growth, count);
        addUp(state);
      });
    };
    mine(milliseconds);
  };
  const transfer = () => {
    const nonce = chain.headState().account(accountOf(sender))?.nonce ?? 0n;
    return signFrom(sender, { nonce, cap: 10n ** 13n });
  };
  const assertGenesis = () => void openModuleChain(exported(), createModules()).mine();
  return { chain, mine, transfer, grow, assertGenesis, exported };

  /** Gives every pool what it owes after the change beyond what it owed before. */
  function payPools(state: WorldState, change: () => void): void {
    const pools = poolsOf({ modules });
    const before = pools.map(({ owed }) => owed(state));
    change();
    for (const [at, { account, owed }] of pools.entries()) {
      const missing = owed(state) - (before[at] ?? 0n);
      if (missing <= 0n) continue;
      state.mint(account, missing);
      countHeld(state, account, missing);
    }
  }
}
