import type { ChainReader } from '../../chain/types.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { dataSchema, dataType } from '../params/bytes.ts';
import { alsoNamed, paramOf } from '../params/param-type.ts';
import { booleanParam, quantitySchema } from '../params/quantity.ts';
import { setter, toolMethod } from './aliases.ts';
import { forkingParam, isSameFork } from './fork-methods.ts';
import { heightBelow } from './height-below.ts';
import { restoreInParts, unpackStateExecution } from './load-state.ts';
import { numberParam } from './params.ts';
import type { Snapshots } from './snapshots.ts';
import { dumpStateExecution } from './state-file.ts';

const id = numberParam('id', 'What evm_snapshot returned.');
const depth = optional(numberParam('depth', 'How many blocks; 1 when left out.'), 1);
const saved = alsoNamed(paramOf('state', 'What dumpState returned.', dataType), 'buf');
const history = optional(
  alsoNamed(
    booleanParam('history', 'Has no effect: the state holds the newest block, as loadState reads no other.'),
    'preserve_historical_states',
  ),
  false,
);

const resetSummary =
  'Goes back to the first block, or begins another network: a fork, or one that is no fork any more.';

/** Snapshots, rollback and saved states. */
export function snapshotMethods(
  control: DevelopmentControl,
  { chain }: Pick<EthDependencies, 'chain'>,
  snapshots: Snapshots,
  executor: Executor,
): Methods {
  return {
    ...toolMethod('snapshot', 'Takes a snapshot of the chain; returns its id.', [], quantitySchema, async () =>
      quantity(await control.inTurn(() => snapshots.take(chain.head()))),
    ),
    ...toolMethod(
      'revert',
      'Reverts to a snapshot; returns whether it existed.',
      [id],
      { type: 'boolean' },
      ([wanted]) => snapshots.revert(wanted),
    ),
    ...setter('rollback', 'Goes back by some blocks.', [depth], ([count]) =>
      control.exclusively(({ rewind }) => rewind(heightBelow(chain, count, 'go back'))),
    ),
    ...setter('reset', resetSummary, [optional(forkingParam, undefined)], async ([wish]) => {
      const { fork } = control;
      const isOfNoNetwork = wish?.url === undefined && wish?.blockNumber === undefined; // viem writes { blockNumber: null }
      const isSame = fork === undefined ? isOfNoNetwork : wish !== undefined && (await isSameFork(fork, wish));
      if (!isSame) return control.startAnew(wish);
      return control.exclusively(async ({ rewind }) => {
        snapshots.reset();
        control.dropAll();
        await rewind(chain.identity.genesisHeight);
        control.setTimeShift(firstTimeShift(control, chain));
        control.forgetNext();
      });
    }),
    ...toolMethod('dumpState', 'All accounts, as bytes that loadState accepts.', [history], dataSchema, (_, call) =>
      executor.run(dumpStateExecution, {}, call),
    ),
    ...toolMethod(
      'loadState',
      'Overwrites accounts with saved ones.',
      [saved],
      { type: 'boolean' },
      async ([packed], call) => {
        const parts = await executor.run(unpackStateExecution, { packed }, call);
        await control.exclusively(({ amend }) => amend(restoreInParts(parts)));
        return true;
      },
    ),
  };
}

/** Of a new network; the time of a fork begins with that of its first block. */
function firstTimeShift({ fork, time, timeShiftMs }: DevelopmentControl, chain: ChainReader): number {
  const first = fork && chain.header(chain.identity.genesisHeight);
  return first === undefined ? 0 : first.timestamp * 1000 - (time - timeShiftMs);
}
