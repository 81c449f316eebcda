import { query } from '../../kernel/module-sdk/query.ts';
import { fairblockParams } from './params.ts';

export const fairblockQueries = [
  query(
    'qor_getFairBlockStatus',
    'Whether transactions are encrypted until they are ordered, and with which settings.',
    [],
    fairblockParams.codec.schema,
    ({ state }) => fairblockParams.codec.toPlain(fairblockParams.get(state)),
  ),
];
