import { view } from '../../../kernel/module-sdk/call.ts';
import { bytes32Field, bytesField, flagField, textField, uint, withUnit } from '../../../kernel/module-sdk/field.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { fault } from '../faults.ts';
import { blobAt, blobContents } from './blob-records.ts';

const inputs = { rollupId: textField('name of the rollup'), blobIndex: uint(48, 'number of the blob, from 1') };

export const blobOf = view('blobOf', {
  doc: 'The record of a blob. All zero when there is none of that number.',
  inputs,
  outputs: {
    commitment: bytes32Field('SHA-256 of the data'),
    size: uint(64, 'bytes of the data'),
    height: uint(64, 'height of this chain it was stored at'),
    expiresAt: withUnit('blocks', uint(64, 'height after which the data is removed')),
    pruned: flagField('whether the data is removed'),
  },
  gas: 5_000n,
  run: ({ state }, { rollupId, blobIndex }) => {
    const blob = blobAt(state, rollupId, Number(blobIndex));
    return {
      commitment: blob?.commitment ?? new Uint8Array(32),
      size: BigInt(blob?.size ?? 0),
      height: BigInt(blob?.height ?? 0),
      expiresAt: BigInt(blob?.expires_at ?? 0),
      pruned: blob?.pruned ?? false,
    };
  },
});

export const blobContent = view('blobContent', {
  doc: 'The data of a blob that is not pruned.',
  inputs,
  outputs: { data: bytesField('as it was submitted') },
  gas: 800_000n, // reading and copying the largest blob
  fault: ({ state }, { rollupId, blobIndex }) => {
    const blob = blobAt(state, rollupId, Number(blobIndex));
    if (blob === undefined) return fault.noSuchBlob();
    return blob.pruned ? fault.dataUnavailable(`it was removed after block ${blob.expires_at}`) : undefined;
  },
  run: ({ state }, { rollupId, blobIndex }) => ({
    data: blobContents.get(state, rollupId, Number(blobIndex)) ?? emptyBytes,
  }),
});
