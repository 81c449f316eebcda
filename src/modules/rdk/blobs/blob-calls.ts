import { type CallContext, type CheckContext, call } from '../../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import {
  asOption,
  bytes32Field,
  bytesField,
  textField,
  uint,
  type ValuesOf,
  withUnit,
} from '../../../kernel/module-sdk/field.ts';
import type { Address } from '../../../primitives/address.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';
import type { StateView } from '../../../state/types.ts';
import { isLeftToAll } from '../escrow/escrow-rules.ts';
import { fault } from '../faults.ts';
import { maxBlobBytes, rdkParams } from '../params.ts';
import { type Rollup, rollupNamed } from '../records.ts';
import { daBlobStoredEvent } from './blob-events.ts';
import { blobContents, blobCounts, blobExpiries, blobHolders, blobs, plainHex } from './blob-records.ts';
import { blobContent, blobOf } from './blob-views.ts';

/** Whether the account may submit batches of the rollup, and so their data. */
type MaySubmit = (state: StateView, rollup: Rollup, account: Address) => boolean;

const maxNamespaceBytes = 32;

const inputs = {
  rollupId: textField('name of the rollup'),
  data: bytesField('the data, from 1 byte to max_da_blob_size; a signed transaction has room for some 128,000', {
    maxBytes: maxBlobBytes,
  }),
  namespace: asOption(bytesField(`free to choose, at most ${maxNamespaceBytes} bytes`), '0x'),
};

/** The calls that store and read data of rollups. `maySubmit` decides who may store. */
export function createBlobCalls(maySubmit: MaySubmit) {
  const submitBlob = call('submitBlob', {
    doc: 'Store data of a rollup, so that a batch can refer to it by its SHA-256. For those who may submit batches. The data is removed after blob_retention_blocks; the record of it stays. A rollup with backend both has its data stored here too, unconfirmed by Celestia.',
    inputs,
    outputs: {
      blobIndex: uint(64, 'number of the blob, from 1'),
      commitment: bytes32Field('SHA-256 of the data: the data hash of its batch'),
      expiresAt: withUnit('blocks', uint(64, 'height after which the data is removed')),
    },
    gas: 100_000n,
    gasPerByte: 24n, // and 16 in the transaction: 40, the price of EIP-7623 for transactions that only carry data
    example: ['my-rollup', '0x68656c6c6f'],
    fault: (context, request) => blobFault(context, request, maySubmit),
    run: (context, request) => storeBlob(context, request),
  });
  return [submitBlob, blobOf, blobContent];
}

type BlobInput = ValuesOf<typeof inputs>;

function blobFault(
  context: CheckContext,
  { rollupId, data, namespace }: BlobInput,
  maySubmit: MaySubmit,
): ModuleFault | undefined {
  const { state, block } = context;
  const rollup = rollupNamed(state, rollupId);
  if (rollup === undefined) return fault.noSuchRollup();
  if (!isLeftToAll(state, block, rollupId, rollup)) {
    if (rollup.status !== 'active') return fault.rollupNotActive();
    if (!maySubmit(state, rollup, context.caller)) return fault.notPermitted();
  }
  if (rollup.da_backend === 'celestia') return fault.celestiaNotConnected();
  const { max_da_blob_size } = rdkParams.get(state);
  if (data.length === 0 || data.length > max_da_blob_size)
    return fault.badBlobSize(`${data.length} bytes, it must have 1 to ${max_da_blob_size}`);
  return namespace.length > maxNamespaceBytes
    ? fault.badBlobSize(`its namespace has ${namespace.length} bytes, more than ${maxNamespaceBytes}`)
    : undefined;
}

function storeBlob({ state, block, caller, emit }: CallContext, { rollupId, data, namespace }: BlobInput) {
  const index = (blobCounts.get(state, rollupId) ?? 0) + 1;
  const commitment = sha256(data);
  const height = Number(block.number);
  const blob = {
    commitment,
    size: data.length,
    backend: rollupNamed(state, rollupId)?.da_backend ?? 'native',
    namespace,
    submitter: caller,
    height,
    stored_at: Number(block.timestamp),
    expires_at: height + rdkParams.get(state).blob_retention_blocks,
    pruned: false,
  };
  blobCounts.set(state, index, rollupId);
  blobs.set(state, blob, rollupId, index);
  blobContents.set(state, data, rollupId, index);
  blobHolders.set(state, index, rollupId, plainHex(commitment));
  blobExpiries.set(state, true, blob.expires_at, rollupId, index);
  emit(daBlobStoredEvent.log({ rollupId, blobIndex: BigInt(index), sizeBytes: BigInt(data.length), commitment }));
  return { blobIndex: BigInt(index), commitment, expiresAt: BigInt(blob.expires_at) };
}
