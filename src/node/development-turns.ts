import { AmendError } from '../chain/amend.ts';
import type { Chain } from '../chain/chain.ts';
import { systemClock } from '../consensus/building/clock.ts';
import type { BlockProducer, ProducerTurn } from '../consensus/single/block-producer.ts';
import { DriverEndedError } from '../consensus/single/driver-ended-error.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { type Steps, stepsWhile } from '../primitives/steps.ts';
import type { DevelopmentControl, ExclusiveTurn, Rewind } from '../rpc/development-control.ts';
import { networkHasEnded } from '../rpc/execution/errors.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Owner } from '../scheduling/owner.ts';
import type { WorldState } from '../state/types.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly producer: BlockProducer;
  readonly mainThread: MainThread;
};

/** Turns that may be waited for, at some kilobytes each: of clients that ask without end and wait for no response. */
export const maxWaitingTurns = 10_000;

/** What changes the chain outside of its rules, in turns with everything else. `noteRewind` is told of removed blocks. */
export function turnsOf(
  dependencies: Dependencies,
  noteRewind: (rewind: Rewind) => void,
): Pick<DevelopmentControl, 'exclusively' | 'inTurn'> {
  const { producer } = dependencies;
  let waiting = 0;
  const wait = async <T>(take: () => Promise<T>): Promise<T> => {
    if (waiting >= maxWaitingTurns) {
      const words = `${maxWaitingTurns} requests wait for their turn to change the network already`;
      throw new RpcError(-32005, `${words}: wait for their responses`);
    }
    waiting++;
    try {
      return await unlessEnded(take());
    } finally {
      waiting--;
    }
  };
  return {
    exclusively: (work) =>
      wait(() =>
        producer.exclusively((turn) => unlessStopped(turn.signal, () => work(turnOf(dependencies, turn, noteRewind)))),
      ),
    inTurn: (work) => wait(() => producer.inTurn(work)),
  };
}

function turnOf(
  dependencies: Dependencies,
  { signal, mine }: ProducerTurn,
  noteRewind: (rewind: Rewind) => void,
): ExclusiveTurn {
  const { chain, mempool, mainThread } = dependencies;
  return {
    signal,
    mine: async () => {
      const { number, hash } = (await mine()).block.header;
      return { height: number, hash };
    },
    amend: (changes) => changeChain(mainThread, () => amendInSteps(dependencies, changes), signal),
    rewind: async (height) => {
      const from = chain.reader.head().number;
      await changeChain(mainThread, () => chain.rewindInSteps(height), signal);
      await mempool.rechecked();
      if (from > height) noteRewind({ from, to: height, at: Math.floor(systemClock.now() / 1000) });
    },
  };
}

async function unlessEnded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DriverEndedError ? networkHasEnded() : error;
  }
}

/** Whatever fails when the node is to stop, fails for that reason. */
async function unlessStopped<T>(signal: AbortSignal, work: () => MaybePromise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? new DriverEndedError() : error;
  }
}

/** Does what changes the chain, in steps. Rejects with a DriverEndedError when the driver is to end meanwhile. */
async function changeChain(mainThread: MainThread, steps: () => Steps<void>, signal: AbortSignal): Promise<void> {
  const owner: Owner = { network: 'blocks', connection: steps, hasLeft: false };
  await mainThread.runSteps('block', owner, () => stepsWhile(steps(), signal));
  if (signal.aborted) throw new DriverEndedError();
}

function* amendInSteps(
  { chain, mempool }: Pick<Dependencies, 'chain' | 'mempool'>,
  changes: Iterable<(state: WorldState) => void>,
): Steps<void> {
  const { overrides } = chain.rules;
  for (const change of changes) {
    const { baseFee, prevRandao } = overrides;
    withRpcError(() => chain.amend(change));
    // these settings apply to the next block with transactions
    if (baseFee !== undefined) overrides.baseFee = baseFee;
    if (prevRandao !== undefined) overrides.prevRandao = prevRandao;
    yield mempool.rechecked();
  }
}

/** What a change cannot be, for the client that sent it. */
function withRpcError(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw error instanceof AmendError ? new RpcError(-32602, `invalid change: ${error.message}`) : error;
  }
}
