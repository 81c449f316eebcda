import { view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { textField, uint } from '../../kernel/module-sdk/field.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import { lanesParams } from './params.ts';

export const fault = faultsOf({
  noSuchLane: [2, 'no lane of that name'],
});

export const lanesCalls = [
  view('laneGas', {
    doc: 'Gas of a block that a lane has for itself before the others may use it.',
    inputs: { lane: textField('pqc, mev, ai, default or free', { choices: ['pqc', 'mev', 'ai', 'default', 'free'] }) },
    outputs: { gas: uint(64, 'of the block’s gas limit'), priority: uint(64, 'higher goes first') },
    gas: 2_600n,
    example: ['default'],
    fault: ({ state }, { lane }) =>
      lanesParams.get(state).lanes.some(({ name }) => name === lane) ? undefined : fault.noSuchLane(),
    run: ({ state, block }, { lane }) => {
      const found = lanesParams.get(state).lanes.find(({ name }) => name === lane);
      if (found === undefined) return { gas: 0n, priority: 0n };
      return { gas: shareOf(block.gasLimit, found.max_block_space), priority: BigInt(found.priority) };
    },
  }),
];
