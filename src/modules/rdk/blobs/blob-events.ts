import { eventsOf } from '../../../kernel/module-sdk/event.ts';
import { bytes32Field, indexed, textField, uint } from '../../../kernel/module-sdk/field.ts';
import { rdkAddress } from '../../addresses.ts';

const event = eventsOf(rdkAddress);

const rollupId = textField('name of the rollup');
const blobIndex = uint(64, 'number of the blob');

export const daBlobStoredEvent = event('DaBlobStored', 'Data of a rollup was stored.', {
  rollupId,
  blobIndex,
  sizeBytes: uint(64, 'bytes'),
  commitment: indexed(bytes32Field('SHA-256 of the data')),
});
export const daBlobPrunedEvent = event('DaBlobPruned', 'The data of a blob was removed because its time was over.', {
  rollupId,
  blobIndex,
  prunedAtHeight: uint(64, 'height of this chain'),
});
