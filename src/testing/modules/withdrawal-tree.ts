import { leafHash, nodeHash, type Withdrawal } from '../../modules/rdk/escrow/withdrawal-tree.ts';

/** The tree of a batch's withdrawals as a rollup builds it: a node without a sibling is paired with itself. */
export function withdrawalTree(withdrawals: readonly Omit<Withdrawal, 'index'>[]) {
  const levels = [withdrawals.map((withdrawal, at) => leafHash({ ...withdrawal, index: BigInt(at) }))];
  for (let level = levels[0] ?? []; level.length > 1; ) {
    level = pairs(level);
    levels.push(level);
  }
  return {
    root: levels.at(-1)?.[0] ?? new Uint8Array(32),
    /** Siblings of the leaf at that index, from the leaf up. */
    proof: (index: number): readonly Uint8Array[] =>
      levels.slice(0, -1).map((level, height) => siblingIn(level, Math.floor(index / 2 ** height))),
  };
}

function pairs(level: readonly Uint8Array[]): Uint8Array[] {
  const lefts = level.filter((_, at) => at % 2 === 0);
  return lefts.map((left, at) => nodeHash(left, level[2 * at + 1] ?? left));
}

function siblingIn(level: readonly Uint8Array[], at: number): Uint8Array {
  const sibling = level[at % 2 === 0 ? at + 1 : at - 1] ?? level[at];
  if (sibling === undefined) throw new RangeError(`no leaf ${at}`);
  return sibling;
}
