import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineModule } from '../../../kernel/module-sdk/define-module.ts';
import type { Address } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';
import { parseDecimal, zero } from '../../../primitives/decimal/decimal.ts';
import { developmentAccounts } from '../../../primitives/development-accounts.ts';
import { createModuleHarness, type ModuleHarness } from '../../../testing/module-harness.ts';
import { rdkAddress } from '../../addresses.ts';
import { fault } from '../faults.ts';
import { rdkParams } from '../params.ts';
import { type Rollup, rollups } from '../records.ts';
import { createBlobCalls } from './blob-calls.ts';
import * as blobEvents from './blob-events.ts';
import { pruneBlobs } from './blob-pruning.ts';
import { blobQueries } from './blob-queries.ts';
import { blobContents, blobExpiries, blobHolders, blobs, blobTables, hasBlob } from './blob-records.ts';

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');
const hello = bytes('hello');
const rejected = (text: string) => ({ rejection: `rdk: ${text}` });

const rollup: Rollup = {
  creator: alice,
  profile: 'custom',
  settlement_mode: 'optimistic',
  sequencer_config: {
    mode: 'dedicated',
    sequencers: [alice],
    shared_set_min_size: 1,
    inclusion_delay: 10,
    priority_fee_share: zero,
  },
  da_backend: 'native',
  block_time_ms: 1_000,
  max_tx_per_block: 10_000,
  gas_config: { gas_model: 'standard', base_gas_price: parseDecimal('0.001'), max_gas_limit: 10_000_000 },
  vm_type: 'evm',
  proof_config: {
    system: 'fraud',
    verification_key: emptyBytes,
    challenge_window_sec: 60,
    challenge_bond: 1n,
    max_proof_size: 1_048_576,
    recursion_depth: 1,
  },
  status: 'active',
  status_reason: '',
  stake_amount: 1n,
  held_stake: 1n,
  layer_id: '',
  created_height: 0,
  created_at: 0,
};

/** The blobs of the module alone, with a rollup `shop` and one for each special case. */
function openHarness() {
  const rdk = defineModule({
    name: 'rdk',
    address: rdkAddress,
    doc: '',
    params: rdkParams,
    tables: [rollups, ...blobTables],
    calls: createBlobCalls((_, { sequencer_config }, account) => sequencer_config.sequencers.includes(account)),
    events: Object.values(blobEvents),
    queries: blobQueries,
    faults: fault,
    endBlock: pruneBlobs,
  });
  const harness = createModuleHarness([rdk], { rdk: { params: { max_da_blob_size: 100, blob_retention_blocks: 3 } } });
  rollups.set(harness.state, rollup, 'shop');
  rollups.set(harness.state, { ...rollup, status: 'paused' }, 'paused');
  rollups.set(harness.state, { ...rollup, da_backend: 'celestia' }, 'celestia');
  rollups.set(harness.state, { ...rollup, da_backend: 'both' }, 'both');
  const call = (caller: Address, name: string, inputs: Parameters<ModuleHarness['call']>[3]) =>
    harness.call(rdk, caller, name, inputs);
  return {
    harness,
    rdk,
    call,
    submit: (rollupId: string, data: Uint8Array, caller: Address = alice ?? rdkAddress, namespace = emptyBytes) =>
      call(caller, 'submitBlob', { rollupId, data, namespace }),
    status: (id: unknown, index: unknown) => harness.query(rdk, 'qor_getDABlobStatus', id, index),
  };
}

test('a blob is stored with its commitment, and shows in the query', () => {
  const { harness, submit, status } = openHarness();
  assert.deepEqual(submit('shop', hello, alice, bytes('orders')), {
    outputs: { blobIndex: 1n, commitment: sha256(hello), expiresAt: 4n },
  });
  assert.deepEqual(harness.logs, [
    blobEvents.daBlobStoredEvent.log({ rollupId: 'shop', blobIndex: 1n, sizeBytes: 5n, commitment: sha256(hello) }),
  ]);
  const stored = {
    rollup_id: 'shop',
    blob_index: 1,
    commitment: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    size: 5,
    backend: 'native',
    confirmed: true,
    height: 1,
    stored_at: '2026-01-01T00:00:02Z',
    namespace: '6f7264657273',
    pruned: false,
  };
  assert.deepEqual(status('shop', 1), stored);
  assert.ok('outputs' in submit('shop', bytes('more')));
  assert.deepEqual(status('shop', 2), {
    ...stored,
    blob_index: 2,
    commitment: hex(sha256(bytes('more'))),
    size: 4,
    namespace: undefined,
  });
});

test('unknown blobs are not found, and wrong parameters are rejected', () => {
  const { submit, status } = openHarness();
  submit('shop', hello);
  for (const [id, index] of [
    ['shop', 0],
    ['shop', 2],
    ['shop', Number.MAX_SAFE_INTEGER],
    ['nobody', 1],
    ['x'.repeat(256), 1],
  ] as const)
    assert.throws(() => status(id, index), { kind: 'not-found' });
  for (const [id, index] of [
    ['', 1],
    [5, 1],
    ['shop', -1],
    ['shop', '1'],
    ['shop', 2 ** 53],
    ['shop', 1.5],
  ])
    assert.throws(() => status(id, index), { kind: 'invalid-parameter' });
});

test('blobs are rejected with the reason, and change nothing', () => {
  const { harness, submit } = openHarness();
  assert.deepEqual(submit('nobody', hello), rejected('no such rollup (2)'));
  assert.deepEqual(submit('x'.repeat(256), hello), rejected('no such rollup (2)'));
  assert.deepEqual(submit('paused', hello), rejected('the rollup is not active (4)'));
  assert.deepEqual(submit('shop', hello, bob), rejected('the account may not do this (7)'));
  assert.deepEqual(submit('celestia', hello), rejected('no Celestia network is connected: use native or both (15)'));
  const sizes = 'the blob has a wrong size: ';
  assert.deepEqual(submit('shop', emptyBytes), rejected(`${sizes}0 bytes, it must have 1 to 100 (13)`));
  assert.deepEqual(submit('shop', new Uint8Array(101)), rejected(`${sizes}101 bytes, it must have 1 to 100 (13)`));
  assert.deepEqual(
    submit('shop', hello, alice, new Uint8Array(33)),
    rejected(`${sizes}its namespace has 33 bytes, more than 32 (13)`),
  );
  for (const table of blobTables) assert.deepEqual([...table.list(harness.state)], []);
  assert.deepEqual(harness.logs, []);
  assert.ok('outputs' in submit('shop', new Uint8Array(100), alice, new Uint8Array(32)));
});

test('with the backend `both` the data is stored on this chain, unconfirmed', () => {
  const { submit, status } = openHarness();
  assert.ok('outputs' in submit('both', hello));
  const { backend, confirmed } = status('both', 1) as Record<string, unknown>;
  assert.deepEqual([backend, confirmed], ['both', false]);
});

test('contracts read a blob and its data', () => {
  const { submit, call } = openHarness();
  submit('shop', hello);
  const read = (name: string, rollupId: string, blobIndex: bigint) =>
    call(bob ?? rdkAddress, name, { rollupId, blobIndex });
  assert.deepEqual(read('blobOf', 'shop', 1n), {
    outputs: { commitment: sha256(hello), size: 5n, height: 1n, expiresAt: 4n, pruned: false },
  });
  const none = { commitment: new Uint8Array(32), size: 0n, height: 0n, expiresAt: 0n, pruned: false };
  assert.deepEqual(read('blobOf', 'shop', 2n), { outputs: none });
  assert.deepEqual(read('blobOf', 'nobody', 1n), { outputs: none });
  assert.deepEqual(read('blobContent', 'shop', 1n), { outputs: { data: hello } });
  assert.deepEqual(read('blobContent', 'shop', 2n), rejected('no such blob (14)'));
});

test('data is removed when its time is over; the record stays', () => {
  const { harness, submit, call, status } = openHarness();
  submit('shop', hello);
  harness.nextBlock();
  submit('shop', bytes('later'));
  harness.nextBlock();
  harness.nextBlock();
  assert.equal(harness.height, 4);
  assert.ok(hasBlob(harness.state, 'shop', sha256(hello)));
  harness.logs.length = 0;
  harness.nextBlock();
  assert.deepEqual(harness.logs, [
    blobEvents.daBlobPrunedEvent.log({ rollupId: 'shop', blobIndex: 1n, prunedAtHeight: 4n }),
  ]);
  assert.ok(!hasBlob(harness.state, 'shop', sha256(hello)));
  assert.ok(hasBlob(harness.state, 'shop', sha256(bytes('later'))));
  const { pruned, commitment, size } = status('shop', 1) as Record<string, unknown>;
  assert.deepEqual([pruned, commitment, size], [true, hex(sha256(hello)), 5]);
  assert.deepEqual(
    call(bob ?? rdkAddress, 'blobContent', { rollupId: 'shop', blobIndex: 1n }),
    rejected('the data of the batch is not available here: it was removed after block 4 (26)'),
  );
  harness.nextBlock();
  for (const table of [blobContents, blobHolders, blobExpiries]) assert.deepEqual([...table.list(harness.state)], []);
  assert.equal([...blobs.list(harness.state, ['shop'])].length, 2);
});

test('data stored again outlives the first copy', () => {
  const { harness, submit } = openHarness();
  submit('shop', hello);
  harness.nextBlock();
  submit('shop', hello);
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.equal(blobs.get(harness.state, 'shop', 1)?.pruned, true);
  assert.ok(hasBlob(harness.state, 'shop', sha256(hello)));
  harness.nextBlock();
  assert.ok(!hasBlob(harness.state, 'shop', sha256(hello)));
});

test('data of one rollup is not that of another', () => {
  const { harness, submit } = openHarness();
  submit('shop', hello);
  assert.ok(!hasBlob(harness.state, 'both', sha256(hello)));
});

test('blobs survive a genesis document, and are pruned on time after it', () => {
  const { harness, rdk, submit } = openHarness();
  submit('shop', hello);
  const section: unknown = JSON.parse(JSON.stringify(rdk.exportGenesis?.(harness.state)));
  const again = createModuleHarness([rdk], { rdk: section }, 0n, harness.height);
  assert.deepEqual(rdk.exportGenesis?.(again.state), rdk.exportGenesis?.(harness.state));
  for (let block = 0; block < 4; block++) again.nextBlock();
  assert.equal(blobs.get(again.state, 'shop', 1)?.pruned, true);
});
