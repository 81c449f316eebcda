import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { Steps } from '../primitives/steps.ts';
import { dropReasonOf, dropReasons } from './drop-reasons.ts';
import { MempoolError } from './fault.ts';
import type { PoolTables } from './pool-tables.ts';
import type { MempoolDependencies } from './types.ts';

/** Transactions that are checked again in one step: about 10 ms. A sender is not divided. */
const checksPerStep = 1_000;

type RecheckOptions = {
  readonly dependencies: MempoolDependencies;
  readonly tables: PoolTables;
  /** Adds a transaction with the place of its arrival. */
  readonly add: (tx: Transaction, arrival: number) => void;
};

/**
 * Checks transactions again because the state has changed without a block: those that are rejected now are dropped.
 * `changed`: the accounts that changed. It is all transactions of these senders, or of everybody when the rules for
 * signatures or fees may have changed. What a block could have changed is followed as after a block.
 */
export function* recheckInSteps(options: RecheckOptions, changed: ReadonlySet<Address> | undefined): Steps<void> {
  const { dependencies, tables } = options;
  const { signatures, fees } = dependencies.transactionRules ?? {};
  const rules = [...(signatures?.readsOf ?? []), ...(fees?.readsOf ?? [])];
  const isForAll = changed === undefined || rules.some((address) => changed.has(address));
  let checked = 0;
  for (const sender of isForAll ? [...tables.queues.keys()] : changed) {
    const before = tables.queues.get(sender);
    if (before === undefined) continue;
    if (checked > 0 && checked + before.size > checksPerStep) {
      checked = 0;
      yield;
    }
    checked += before.size;
    if (isForAll || !followsPlainly(options, sender)) addAgain(options, sender);
  }
}

/** Adds what a sender has in the pool again; each keeps the place of its arrival. Throws the first internal error at the end. */
function addAgain({ tables, add }: RecheckOptions, sender: Address): void {
  const queue = tables.queues.get(sender)?.all() ?? [];
  const pooledBefore = queue.toSorted((left, right) => left.arrival - right.arrival);
  for (const { tx } of pooledBefore) tables.remove(tx.hash, undefined);
  const internal: unknown[] = [];
  for (const { tx, arrival } of pooledBefore) {
    try {
      add(tx, arrival);
    } catch (error) {
      tables.noteDrop(tx.hash, dropReasonOf(error));
      if (!(error instanceof MempoolError) && !(error instanceof TransactionFaultError)) internal.push(error);
    }
  }
  if (internal.length > 0) throw internal[0];
}

/** Follows an account without code; returns whether it is one. */
function followsPlainly({ dependencies, tables }: RecheckOptions, sender: Address): boolean {
  const { codeHash = emptyCodeHash } = dependencies.headState().account(sender) ?? {};
  if (codeHash !== emptyCodeHash) return false;
  tables.followAccount(sender);
  const queue = tables.queues.get(sender);
  // a nonce that fell leaves a gap, behind which few may wait
  const most = (queue?.pendingCount ?? 0) + dependencies.options['max-queued-per-account'];
  for (const { tx } of queue?.all().slice(most) ?? []) tables.remove(tx.hash, dropReasons.behindGap);
  return true;
}
