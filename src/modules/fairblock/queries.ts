import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { fairblockParams } from './params.ts';

const noKeys = 'encryption is off: it takes decryption keys shared among validators, which this build cannot make';

export const fairblockQueries = [
  query(
    'qor_getFairBlockStatus',
    'Whether transactions are encrypted until they are ordered: never on this build, which has no shared decryption keys; and with which settings they would be.',
    [],
    withFigures(fairblockParams.codec.schema, {
      withoutEffect: {
        enabled: `${noKeys}; it cannot be switched on`,
        tibe_threshold: noKeys,
        decryption_delay: noKeys,
        max_encrypted_size: noKeys,
      },
    }),
    ({ state }) => fairblockParams.codec.toPlain(fairblockParams.get(state)),
  ),
];
