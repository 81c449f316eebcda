import {
  flag,
  integer,
  measured,
  objectOf,
  oneOfTexts,
  parameter,
  text,
  withoutEffect,
} from '../../../kernel/module-sdk/figures.ts';
import { indexParam, notFound, query, textParam } from '../../../kernel/module-sdk/query.ts';
import { formatTime } from '../../../primitives/time.ts';
import { daBackends } from '../profiles/profiles.ts';
import { type Blob, blobAt, plainHex } from './blob-records.ts';

export const blobQueries = [
  query(
    'qor_getDABlobStatus',
    'Metadata of one data-availability blob of a rollup, without its data.',
    [textParam('rollupId', 'name of the rollup', 'my-rollup'), indexParam('blobIndex', 'number of the blob, from 1')],
    objectOf({
      rollup_id: measured(text),
      blob_index: measured(integer),
      commitment: measured(text, 'SHA-256 of the data, hex without 0x'),
      size: measured(integer, 'bytes'),
      backend: parameter(oneOfTexts(daBackends)),
      confirmed: measured(
        flag,
        'whether all of the backend has stored it; false for both, as no Celestia network is connected',
      ),
      height: measured(integer, 'height it was stored at'),
      stored_at: measured(text, 'RFC 3339'),
      namespace: withoutEffect(
        'for Celestia, with which this build is not connected',
        text,
        'hex without 0x; left out when empty',
      ),
      pruned: measured(flag, 'whether the data is removed'),
    }),
    ({ state }, id, index) => {
      const blob = blobAt(state, id, index);
      if (blob === undefined) throw notFound(`no blob ${index} of a rollup ${id.slice(0, 100)}`);
      return blobStatus(id, index, blob);
    },
  ),
];

function blobStatus(rollup_id: string, blob_index: number, blob: Blob) {
  return {
    rollup_id,
    blob_index,
    commitment: plainHex(blob.commitment),
    size: blob.size,
    backend: blob.backend,
    confirmed: blob.backend === 'native',
    height: blob.height,
    stored_at: formatTime(blob.stored_at),
    namespace: blob.namespace.length === 0 ? undefined : plainHex(blob.namespace),
    pruned: blob.pruned,
  };
}
