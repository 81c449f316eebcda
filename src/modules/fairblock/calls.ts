import { view } from '../../kernel/module-sdk/call.ts';
import { flagField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { fairblockParams } from './params.ts';

export const fairblockCalls = [
  view('status', {
    doc: 'Whether transactions are encrypted until they are ordered, and with which settings.',
    inputs: {},
    outputs: {
      enabled: flagField('encryption is on'),
      threshold: uint(64, 'key shares needed'),
      delay: withUnit('blocks', uint(64, 'until decryption')),
      maxSize: uint(64, 'bytes of an encrypted transaction'),
    },
    gas: 2_600n,
    run: ({ state }) => {
      const { enabled, tibe_threshold, decryption_delay, max_encrypted_size } = fairblockParams.get(state);
      return {
        enabled,
        threshold: BigInt(tibe_threshold),
        delay: BigInt(decryption_delay),
        maxSize: BigInt(max_encrypted_size),
      };
    },
  }),
];
