import { query } from '../../kernel/module-sdk/query.ts';
import { fairblockParams } from './params.ts';

export const fairblockQueries = [
  query(
    'qor_getFairBlockStatus',
    'Whether transactions are encrypted until they are ordered: never on this build, which has no shared decryption keys; and with which settings they would be.',
    [],
    fairblockParams.codec.schema,
    ({ state }) => fairblockParams.codec.toPlain(fairblockParams.get(state)),
  ),
];
