import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { type IsAiCall, laneOf } from './lane-of.ts';
import { type LaneName, lanesParams } from './params.ts';

/** Transactions that are looked at for one block: in a longer queue the rest waits for the next block. */
const maxExamined = 20_000;

/**
 * Orders the candidates of a block by lanes. Each lane has its share of the gas for itself: in the order the candidates
 * come, those that fit the share of their lane go first; the others follow in the same order and fill what is left.
 * After one of a sender's is deferred, so are its later ones, whose nonces follow it.
 *
 * When the lanes take turns, those that fit go one of each lane at a time, by the priority of the lanes, whatever they
 * offer. Then a sender has the turns of one lane in a block, that of its first: others are deferred.
 */
export function* arrangeByLanes(
  candidates: Iterable<Transaction>,
  state: StateView,
  gasLimit: bigint,
  isAiCall: IsAiCall,
  takeTurns = false,
): Iterable<Transaction> {
  const room = new Map<LaneName, bigint>();
  for (const { name, max_block_space } of lanesParams.get(state).lanes)
    room.set(name, shareOf(gasLimit, max_block_space));
  const turns = takeTurns ? new Turns([...room.keys()]) : undefined;
  const putOff: Transaction[] = [];
  const waitingSenders = new Set<Address>();
  let examined = 0;
  for (const tx of candidates) {
    if (examined++ === maxExamined) break;
    const lane = laneOf(tx, isAiCall);
    const left = (room.get(lane) ?? 0n) - tx.gasLimit;
    if (left < 0n || waitingSenders.has(tx.sender) || turns?.isOfAnother(lane, tx.sender)) {
      putOff.push(tx);
      waitingSenders.add(tx.sender);
      continue;
    }
    room.set(lane, left);
    if (turns === undefined) yield tx;
    else turns.add(lane, tx);
  }
  if (turns !== undefined) yield* turns.inTurn();
  yield* putOff;
}

/** Transactions in a queue for each lane. */
class Turns {
  readonly #queues: ReadonlyMap<LaneName, Transaction[]>;
  readonly #laneOfSender = new Map<Address, LaneName>();

  /** `lanes`: by priority */
  constructor(lanes: readonly LaneName[]) {
    this.#queues = new Map(lanes.map((lane) => [lane, []]));
  }

  /** Whether the sender has the turns of another lane: in two queues its nonces could change their order. */
  isOfAnother(lane: LaneName, sender: Address): boolean {
    return (this.#laneOfSender.get(sender) ?? lane) !== lane;
  }

  add(lane: LaneName, tx: Transaction): void {
    this.#laneOfSender.set(tx.sender, lane);
    this.#queues.get(lane)?.push(tx);
  }

  /** One of each lane, then the next of each, until all queues are empty. */
  *inTurn(): Iterable<Transaction> {
    const queues = [...this.#queues.values()];
    const longest = queues.reduce((most, { length }) => Math.max(most, length), 0);
    for (let round = 0; round < longest; round++) {
      for (const queue of queues) {
        const tx = queue[round];
        if (tx !== undefined) yield tx;
      }
    }
  }
}
