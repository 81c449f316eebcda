import { Random } from '#qord/testing/random/random.ts';
import type { ContextFor } from '../official/engine-contexts.ts';
import { withExactGas } from './exact-gas.ts';
import { forks } from './fuzz.ts';
import { generateBlockScenario } from './generate-scenario.ts';
import { sender } from './generate-world.ts';
import { openOracle } from './run-oracle.ts';
import { openQordBlock, openQordEngine } from './run-qord-engine.ts';
import { difference, isCompleted, type RunResult } from './run-result.ts';
import { type BlockScenario, type Sent, toAccounts } from './scenario.ts';
import { withoutTips } from './without-tips.ts';

/** The first transaction of a block in which the two implementations differ. */
type BlockFinding = { readonly seed: number; readonly index: number; readonly difference: string };

/**
 * Generates the block of a seed and runs its transactions one after the other on one state, here with one engine, which
 * keeps what it has loaded, and with the independent implementation. In half of the blocks nothing is written between
 * them but what they write themselves. undefined when they agree on every transaction.
 */
export async function fuzzBlock(seed: number, contextFor: ContextFor): Promise<BlockFinding | undefined> {
  const random = new Random(seed);
  const made = generateBlockScenario(random, random.pickWeighted(forks));
  const isUninterrupted = random.chance(0.5);
  const scenario = isUninterrupted ? uninterrupted(random, made, contextFor) : made;
  const { accounts, block, sent } = scenario;
  const pre = toAccounts(accounts);
  const { natives } = contextFor(block.fork);
  const runAlone = openQordEngine(pre, contextFor(block.fork));
  const runOurs = isUninterrupted
    ? openQordBlock(pre, block, natives)
    : (next: Sent): RunResult => runAlone({ ...next, block });
  const runTheirs = await openOracle(scenario);
  const firstNonce = accounts.get(sender)?.nonce ?? 0n;
  let nextNonce = firstNonce;
  for (const [index, { tx, blobs }] of sent.entries()) {
    const next = { tx: { ...tx, nonce: tx.nonce + nextNonce - firstNonce }, blobs };
    const theirs = await runTheirs(next);
    const found = difference(runOurs(next), theirs);
    if (found !== undefined) return { seed, index, difference: found };
    if (isCompleted(theirs)) nextNonce = theirs.accounts.get(sender)?.nonce ?? nextNonce;
  }
  return undefined;
}

/** EIP-7825; this chain has another limit. */
const maxTransactionGas = 2n ** 24n;

/** The block without tips and blobs, which are paid for before and after a transaction, and mostly with exact gas. */
function uninterrupted(random: Random, scenario: BlockScenario, contextFor: ContextFor): BlockScenario {
  const kept = scenario.sent.filter(({ tx, blobs }) => blobs === undefined && tx.gasLimit <= maxTransactionGas);
  const untipped = withoutTips({ ...scenario, sent: kept }, random.pick([0n, 7n]));
  const pre = toAccounts(untipped.accounts);
  return { ...untipped, sent: withExactGas(random, { ...untipped, pre }, contextFor(untipped.block.fork)) };
}
