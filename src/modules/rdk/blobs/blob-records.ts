import type { DecodedBy } from '../../../kernel/codec/codec.ts';
import { account, blob as bytes, count, flag, oneOf } from '../../../kernel/codec/scalars.ts';
import { struct } from '../../../kernel/codec/structures.ts';
import { blockHeight, dueHeight, unixTime } from '../../../kernel/codec/units.ts';
import { recordsOf } from '../../../kernel/module-sdk/record.ts';
import { numberKey, textKey } from '../../../kernel/module-sdk/record-key.ts';
import type { StateView, WorldState } from '../../../state/types.ts';
import { rdkAddress } from '../../addresses.ts';
import { daBackends } from '../profiles/profiles.ts';
import { rollupId, rollupNamed } from '../records.ts';

const { table } = recordsOf(rdkAddress);

const blob = struct({
  /** SHA-256 of the data */
  commitment: bytes,
  /** bytes */
  size: count,
  backend: oneOf(...daBackends),
  /** As given by the submitter; empty for none. */
  namespace: bytes,
  submitter: account,
  height: blockHeight,
  stored_at: unixTime,
  /** height after which the data is removed */
  expires_at: dueHeight,
  pruned: flag,
});
export type Blob = DecodedBy<typeof blob>;

const blobIndex = numberKey('blob_index', 'number of the blob, from 1');
export const blobs = table(
  10,
  'blob',
  'Blobs of rollups, without their data; kept for good.',
  [rollupId, blobIndex],
  blob,
);
export const blobContents = table(11, 'blob_data', 'Data of blobs until it is pruned.', [rollupId, blobIndex], bytes);
export const blobCounts = table(12, 'blob_count', 'Blobs ever stored, by rollup.', [rollupId], count);
export const blobHolders = table(
  13,
  'blob_holder',
  'The newest blob with its data, by commitment.',
  [rollupId, textKey('commitment', 'SHA-256 of the data in hex')],
  count,
);
export const blobExpiries = table(
  14,
  'blob_expiry',
  'Blobs by the height after which their data is removed.',
  [numberKey('height', 'block height'), rollupId, blobIndex],
  flag,
);

const blobNeeds = table(
  18,
  'blob_need',
  'Until when the data of batches is needed, which can be challenged or are.',
  [rollupId, textKey('commitment', 'SHA-256 of the data in hex')],
  /** seconds since 1970 */
  count,
);

export const blobTables = [blobs, blobContents, blobCounts, blobHolders, blobExpiries, blobNeeds];

/** Seconds for which data stays beyond the time at which its batch can become final. */
const retentionMarginSeconds = 86_400;

/** Keeps the data of a batch until a day after `time` (seconds since 1970), whatever the retention says. */
export function keepBlobUntil(state: WorldState, id: string, commitment: Uint8Array, time: number): void {
  if (commitment.length === 0 || time === 0) return;
  const hex = plainHex(commitment);
  const until = time + retentionMarginSeconds;
  if (until > (blobNeeds.get(state, id, hex) ?? 0)) blobNeeds.set(state, until, id, hex);
}

/** Whether a batch that is not final can still need the data; forgets needs that are over. */
export function isBlobNeeded(state: WorldState, id: string, commitment: Uint8Array, now: bigint): boolean {
  const hex = plainHex(commitment);
  const until = blobNeeds.get(state, id, hex);
  if (until === undefined) return false;
  if (BigInt(until) > now) return true;
  blobNeeds.remove(state, id, hex);
  return false;
}

/** The blob of that number; undefined for an unknown rollup or number. */
export function blobAt(state: StateView, id: string, index: number): Blob | undefined {
  return rollupNamed(state, id) && blobs.get(state, id, index);
}

/** Whether data with that SHA-256 is stored for the rollup and not pruned. */
export function hasBlob(state: StateView, id: string, commitment: Uint8Array): boolean {
  return blobHolders.get(state, id, plainHex(commitment)) !== undefined;
}

/** Hex without 0x. */
export function plainHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
