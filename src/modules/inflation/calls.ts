import { view } from '../../kernel/module-sdk/call.ts';
import { uint, uqor } from '../../kernel/module-sdk/field.ts';
import { totalSupply } from '../../kernel/supply.ts';
import { weiToUqor } from '../../primitives/units.ts';
import { epochEmission } from './emission.ts';
import { inflationParams } from './params.ts';
import { epochRecord } from './records.ts';

export const inflationCalls = [
  view('emission', {
    doc: 'Where emission stands.',
    inputs: {},
    outputs: {
      epoch: uint(64, 'epochs since genesis'),
      totalMinted: uqor('since genesis'),
      nextEmission: uqor('what the running epoch will mint'),
    },
    gas: 5_000n,
    run: ({ state }) => {
      const epoch = epochRecord.get(state);
      return {
        epoch: BigInt(epoch.current_epoch),
        totalMinted: epoch.total_minted,
        nextEmission: epochEmission(inflationParams.get(state), epoch, weiToUqor(totalSupply(state))),
      };
    },
  }),
];
