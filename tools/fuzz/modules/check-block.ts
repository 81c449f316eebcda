import type { Log } from '#qord/kernel/engine.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { hookFailedTopic } from '#qord/kernel/module-sdk/hook-failed.ts';
import { QueryError } from '#qord/kernel/module-sdk/query.ts';
import { overviewQueries } from '#qord/modules/readers.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import { type Schema, schemaFaults } from '#qord/testing/interfaces/json-schema.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { boundFaults } from './check-bounds.ts';
import { someKeys } from './some-keys.ts';

/** What is wrong after a block: a hook that failed, or an answer that its schema does not describe. */
export function blockFaults(
  pick: Dice,
  network: ModuleChain,
  modules: readonly NativeModule[],
  events: readonly Log[],
): string[] {
  const failed = events.filter(({ topics }) => topics[0] === hookFailedTopic);
  return [...failed.map(({ address }) => `a hook of ${address} failed`), ...queryFaults(pick, network, modules)];
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
