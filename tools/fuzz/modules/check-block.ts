import type { CommittedBlock } from '#qord/chain/types.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { hookFailedTopic } from '#qord/kernel/module-sdk/hook-failed.ts';
import { QueryError } from '#qord/kernel/module-sdk/query.ts';
import { overviewQueries } from '#qord/modules/readers.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import { type Schema, schemaFaults } from '#qord/testing/interfaces/json-schema.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { boundFaults } from './check-bounds.ts';
import { createBridgeCheck } from './check-bridge.ts';
import { createFraudCheck } from './check-fraud.ts';
import { type DueRows, queueFaults } from './check-queues.ts';
import { createStopCheck, stakeFaults } from './check-stakes.ts';
import { createUnlockCheck } from './check-unlock.ts';
import { someKeys } from './some-keys.ts';

/** What is wrong after a block. `due`: the rows that were due before it. */
export type BlockCheck = (pick: Dice, network: ModuleChain, block: CommittedBlock, due: readonly DueRows[]) => string[];

/**
 * Returns what checks a chain after a block: no hook has failed, answers are what their schemas describe, no queue has
 * been settled beyond its maximum, stakes are paid back at their time and slashed for fraud, unlocking gives what it
 * should, and the sums of the bridge are those of its records.
 */
export function createBlockCheck(modules: readonly NativeModule[]): BlockCheck {
  const unlockFaults = createUnlockCheck(modules);
  const stopFaults = createStopCheck(modules);
  const fraudFaults = createFraudCheck(modules);
  const bridgeFaults = createBridgeCheck();
  return (pick, network, { receipts, events }, due) => {
    const state = network.chain.headState();
    const failed = events.filter(({ topics }) => topics[0] === hookFailedTopic);
    return [
      ...failed.map(({ address }) => `a hook of ${address} failed`),
      ...queryFaults(pick, network, modules),
      ...queueFaults(due, state),
      ...stakeFaults(state, [...receipts.flatMap(({ logs }) => logs), ...events]),
      ...unlockFaults(pick, network),
      ...stopFaults(pick, network),
      ...fraudFaults(pick, network),
      ...bridgeFaults(network),
    ];
  };
}

/** Every method of the qor_ namespace, with the examples of its parameters and with keys of records. */
function queryFaults(pick: Dice, network: ModuleChain, modules: readonly NativeModule[]): string[] {
  const keys = someKeys(network.chain.headState(), modules);
  const queries = [...modules.flatMap((module) => module.queries), ...overviewQueries];
  return queries.flatMap(({ name, params, result }) =>
    thrown(name, () => {
      let answer: unknown;
      try {
        answer = network.query(
          name,
          ...params.map(({ example }) => (keys.length > 0 ? pick([example, pick(keys)]) : example)),
        );
      } catch (error) {
        if (error instanceof QueryError) return [];
        throw error;
      }
      const plain: unknown = JSON.parse(JSON.stringify(answer, exactly));
      return [...schemaFaults(plain, result as Schema, {}), ...boundFaults(plain, result)];
    }),
  );
}

/** A bigint stays a number in the answer, as a client that reads doubles sees it. */
function exactly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function thrown(name: string, check: () => readonly string[]): string[] {
  try {
    return check().map((fault) => `${name}: ${fault}`);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
