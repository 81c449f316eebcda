import { createHash } from 'node:crypto';
import type { ChainReader } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { zeroHash } from '../../primitives/hash.ts';

const noLimit = 100_000;
/** Heights between two at which the accounts are proven. */
const proofStride = 6;

/** A digest of everything that can be read of a chain and these accounts, for each kind of read. */
export function chainReadings(chain: ChainReader, accounts: readonly Address[]): Readonly<Record<string, string>> {
  const heights = Array.from({ length: chain.head().number + 1 }, (_, height) => height);
  const { histories } = chain;
  const { genesisHeight: _, ...identity } = chain.identity; // the version that wrote it had no other than 0
  const readings = {
    blocks: heights.map((height) => chain.block(height)),
    hashes: heights.map((height) => [
      chain.hashOf(height),
      chain.transactionHashes(height),
      chain.heightOf(chain.hashOf(height) ?? zeroHash),
    ]),
    receipts: heights.map((height) => chain.receipts(height)),
    located: located(chain, heights),
    effects: heights.map((height) => [chain.events(height), chain.hookChanges(height)]),
    logs: logsOf(chain, heights),
    histories: (['all', ...accounts] as const).map((account) => [
      histories.transactionsOf(account, undefined, noLimit),
      account === 'all' ? [] : histories.transactionsAfter(account, 3, noLimit),
    ]),
    states: heights.map((height) =>
      accounts.map((account) => {
        const state = chain.states.at(height);
        return [state?.account(account), [...(state?.entries(account, '0x') ?? [])]];
      }),
    ),
    proofs: heights
      .filter((height) => height % proofStride === 0)
      .map((height) => accounts.map((account) => chain.states.proof(account, [], height))),
    total: [chain.transactionTotal(), chain.head(), identity],
  };
  return Object.fromEntries(Object.entries(readings).map(([name, value]) => [name, digestOf(value)]));
}

/** What is found by the hashes of transactions. */
function located(chain: ChainReader, heights: readonly number[]): unknown {
  const hashes = heights.flatMap((height) => chain.transactionHashes(height) ?? []);
  return hashes.map((hash) => {
    const at = chain.locate(hash);
    return at && [at, chain.transaction(at), chain.receipt(at)];
  });
}

/** All logs, and those of each topic. */
function logsOf(chain: ChainReader, heights: readonly number[]): unknown {
  const filter = { fromHeight: 0, toHeight: heights.length, addresses: [], topics: [], limit: noLimit };
  const receipts = heights.flatMap((height) => chain.receipts(height) ?? []);
  const topics = new Set(receipts.flatMap(({ logs }) => logs.flatMap((log) => log.topics)));
  return [filter, ...[...topics].map((topic) => ({ ...filter, topics: [[topic]] }))].map((each) =>
    chain.logs.find(each).map(({ log, height, transactionIndex, logIndex }) => ({
      ...{ log, height, transactionIndex, logIndex },
    })),
  );
}

function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(plain(value)))
    .digest('hex')
    .slice(0, 16);
}

/** Objects with their keys in order: who has made them does not matter. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => [name, plain(each)]),
  );
}
