import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { fairblockAddress } from '../addresses.ts';

const off = 'encryption is off: it takes decryption keys shared among validators, which this build cannot make';

export const fairblockParams = paramsOf(
  fairblockAddress,
  {
    enabled: param(flag, false, { withoutEffect: `${off}; it cannot be switched on` }),
    /** key shares needed to decrypt */
    tibe_threshold: param(numberOf('key shares', 1, 1_000, 'as many as there may be validators'), 5, {
      withoutEffect: off,
    }),
    /** blocks between submission and decryption */
    decryption_delay: param(blocks(0), 3, { withoutEffect: off }),
    /** bytes */
    max_encrypted_size: param(numberOf('bytes', 0, 131_072, 'a transaction has no more'), 65_536, {
      withoutEffect: off,
    }),
  },
  ({ enabled }) => (enabled ? 'enabled must be false: this version of the chain has no decryption keys' : undefined),
);
