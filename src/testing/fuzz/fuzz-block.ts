import type { ContextFor } from '../engine-contexts.ts';
import { comparePlain } from './compare-plain.ts';
import { forks } from './fuzz.ts';
import { generateBlockScenario } from './generate-scenario.ts';
import { sender } from './generate-world.ts';
import { Random } from './random.ts';
import { openOracle } from './run-oracle.ts';
import { openQordEngine } from './run-qord-engine.ts';
import { difference, isCompleted } from './run-result.ts';
import { toAccounts } from './scenario.ts';

/** The first transaction of a block in which the two implementations differ. */
type BlockFinding = { readonly seed: number; readonly index: number; readonly difference: string };

/**
 * Generates the block of a seed and runs its transactions one after the other on one state, here with one engine, which
 * keeps what it has loaded, and with the independent implementation; then once more as plain ones where they are.
 * undefined when they agree on every transaction.
 */
export async function fuzzBlock(seed: number, contextFor: ContextFor): Promise<BlockFinding | undefined> {
  const random = new Random(seed);
  const { accounts, block, excessBlobGas, sent } = generateBlockScenario(random, random.pickWeighted(forks));
  const runOurs = openQordEngine(toAccounts(accounts), contextFor(block.fork));
  const runTheirs = await openOracle({ accounts, block, excessBlobGas });
  const firstNonce = accounts.get(sender)?.nonce ?? 0n;
  let nextNonce = firstNonce;
  for (const [index, { tx, blobs }] of sent.entries()) {
    const next = { tx: { ...tx, nonce: tx.nonce + nextNonce - firstNonce }, blobs };
    const theirs = await runTheirs(next);
    const found = difference(runOurs({ ...next, block }), theirs);
    if (found !== undefined) return { seed, index, difference: found };
    if (isCompleted(theirs)) nextNonce = theirs.accounts.get(sender)?.nonce ?? nextNonce;
  }
  const plain = sent.flatMap(({ tx, blobs }) => (blobs === undefined ? [tx] : []));
  try {
    comparePlain(toAccounts(accounts), block, plain, contextFor(block.fork));
  } catch (error) {
    return {
      seed,
      index: sent.length,
      difference: `inside the engine: ${error instanceof Error ? error.stack : error}`,
    };
  }
  return undefined;
}
