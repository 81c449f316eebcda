import type { CometRpc } from './comet-rpc.ts';

type State = Awaited<ReturnType<CometRpc['consensus']>>['round_state'];

/**
 * The highest block that is proven to be decided: the one in progress when validators with more than two thirds of the
 * power have signed precommits for it, whose signatures CometBFT has verified, else the one before it. What peers say
 * of their heights proves nothing.
 */
export function provenHeight({ height, validators, votes }: State): number {
  const powers = validators.validators.map(({ voting_power }) => voting_power);
  const total = powers.reduce((sum, power) => sum + power, 0);
  const isDecided = votes.some(({ precommits }) => largest(precommits, powers) * 3 > total * 2);
  return isDecided ? height : height - 1;
}

/** The power behind the block that most of it has signed for. */
function largest(precommits: readonly string[], powers: readonly number[]): number {
  const byBlock = new Map<string, number>();
  for (const [index, vote] of precommits.entries()) {
    const block = votedBlock(vote);
    if (block !== undefined) byBlock.set(block, (byBlock.get(block) ?? 0) + (powers[index] ?? 0));
  }
  let most = 0;
  for (const power of byBlock.values()) most = Math.max(most, power);
  return most;
}

/**
 * `nil-Vote`, or `Vote{0:C127D465BF39 3/00/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) 7892FB8B4C7B …}` with the beginning of a
 * block's hash, which is 0 for no block.
 */
export function votedBlock(vote: string | undefined): string | undefined {
  const hash = /^Vote\{.*?\) ([\dA-F]{12}) /.exec(vote ?? '')?.[1];
  return hash === noBlock ? undefined : hash;
}

const noBlock = '0'.repeat(12);
