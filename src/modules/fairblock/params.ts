import { count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { fairblockAddress } from '../addresses.ts';

export const fairblockParams = paramsOf(fairblockAddress, {
  codec: struct({
    enabled: flag,
    /** key shares needed to decrypt */
    tibe_threshold: count,
    /** blocks between submission and decryption */
    decryption_delay: count,
    /** bytes */
    max_encrypted_size: count,
  }),
  defaults: { enabled: false, tibe_threshold: 5, decryption_delay: 3, max_encrypted_size: 65_536 },
  check: ({ enabled, tibe_threshold }) => {
    if (enabled) return 'enabled must be false: this version of the chain has no decryption keys';
    return tibe_threshold < 1 ? 'tibe_threshold must be at least 1' : undefined;
  },
});
