import { view } from '../../kernel/module-sdk/call.ts';
import { uint, uqor } from '../../kernel/module-sdk/field.ts';
import { currentEmission } from './current.ts';
import type { Dependencies } from './dependencies.ts';

/** The calls of the module. */
export function inflationCalls({ targetBlockMs }: Dependencies) {
  return [
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
        const { epoch, emission } = currentEmission(state, targetBlockMs(state));
        return { epoch: BigInt(epoch.current_epoch), totalMinted: epoch.total_minted, nextEmission: emission };
      },
    }),
  ];
}
