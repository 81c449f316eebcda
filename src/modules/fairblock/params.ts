import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { fairblockAddress } from '../addresses.ts';

const off = 'encryption is off: it takes decryption keys shared among validators, which this build cannot make';

export const fairblockParams = paramsOf(fairblockAddress, {
  codec: struct({
    enabled: flag,
    /** key shares needed to decrypt */
    tibe_threshold: numberOf('key shares', 1, 1_000, 'as many as there may be validators'),
    /** blocks between submission and decryption */
    decryption_delay: blocks(0),
    /** bytes */
    max_encrypted_size: numberOf('bytes', 0, 131_072, 'a transaction has no more'),
  }),
  defaults: { enabled: false, tibe_threshold: 5, decryption_delay: 3, max_encrypted_size: 65_536 },
  withoutEffect: {
    enabled: `${off}; it cannot be switched on`,
    tibe_threshold: off,
    decryption_delay: off,
    max_encrypted_size: off,
  },
  check: ({ enabled }) =>
    enabled ? 'enabled must be false: this version of the chain has no decryption keys' : undefined,
});
