import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { laneOf } from './lane-of.ts';
import { type LaneName, lanesParams } from './params.ts';

/** Transactions that are looked at for one block: in a longer queue the rest waits for the next block. */
const maxExamined = 20_000;

/**
 * Orders the candidates of a block by lanes. Each lane has its share of the gas for itself: in the order the candidates
 * come, those that fit the share of their lane go first; the others follow in the same order and fill what is left. After
 * one of a sender's is deferred, so are its later ones, whose nonces follow it.
 */
export function* arrangeByLanes(
  candidates: Iterable<Transaction>,
  state: StateView,
  gasLimit: bigint,
): Iterable<Transaction> {
  const room = new Map<LaneName, bigint>();
  for (const { name, max_block_space } of lanesParams.get(state).lanes)
    room.set(name, shareOf(gasLimit, max_block_space));
  const putOff: Transaction[] = [];
  const waitingSenders = new Set<Address>();
  let examined = 0;
  for (const tx of candidates) {
    if (examined++ === maxExamined) break;
    const lane = laneOf(tx);
    const left = (room.get(lane) ?? 0n) - tx.gasLimit;
    if (left < 0n || waitingSenders.has(tx.sender)) {
      putOff.push(tx);
      waitingSenders.add(tx.sender);
      continue;
    }
    room.set(lane, left);
    yield tx;
  }
  yield* putOff;
}
