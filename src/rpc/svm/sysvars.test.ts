import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Address,
  address,
  createSolanaRpc,
  type Decoder,
  fixDecoderSize,
  getArrayDecoder,
  getBase58Decoder,
  getBooleanDecoder,
  getF64Decoder,
  getI64Decoder,
  getStructDecoder,
  getU8Decoder,
  getU64Decoder,
} from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { inflationParams } from '../../modules/inflation/params.ts';
import { fromHex } from '../../primitives/hex.ts';
import { parsePublicKey } from '../../svm/public-key.ts';
import { openSvmInterface } from '../../testing/interfaces/svm-interface.ts';
import { untilIdle } from '../../testing/interfaces/web3-idle.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { postJson, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';
import { readSysvar } from './sysvars.ts';

const owner = address('Sysvar1111111111111111111111111111111111111');
const clockKey = address('SysvarC1ock11111111111111111111111111111111');
const clock = getStructDecoder([
  ['slot', getU64Decoder()],
  ['epochStartTimestamp', getI64Decoder()],
  ['epoch', getU64Decoder()],
  ['leaderScheduleEpoch', getU64Decoder()],
  ['unixTimestamp', getI64Decoder()],
]);
const epochSchedule = getStructDecoder([
  ['slotsPerEpoch', getU64Decoder()],
  ['leaderScheduleSlotOffset', getU64Decoder()],
  ['warmup', getBooleanDecoder()],
  ['firstNormalEpoch', getU64Decoder()],
  ['firstNormalSlot', getU64Decoder()],
]);
const rent = getStructDecoder([
  ['lamportsPerByteYear', getU64Decoder()],
  ['exemptionThreshold', getF64Decoder()],
  ['burnPercent', getU8Decoder()],
]);
const slotHistory = getStructDecoder([
  ['isPresent', getBooleanDecoder()],
  ['words', getArrayDecoder(getU64Decoder(), { size: getU64Decoder() })],
  ['bitCount', getU64Decoder()],
  ['nextSlot', getU64Decoder()],
]);
const slotHashes = getArrayDecoder(
  getStructDecoder([
    ['slot', getU64Decoder()],
    ['hash', fixDecoderSize(getBase58Decoder(), 32)],
  ]),
  { size: getU64Decoder() },
);

test('the sysvar accounts have the values that the methods return', async (t) => {
  const slots = 5;
  const { chain, mine, url } = await openSvmInterface(t, (state) => {
    inflationParams.set(state, { ...inflationParams.get(state), epoch_length: slots });
  });
  const rpc = createSolanaRpc(url);
  for (let i = 0; i < slots + 3; i++) mine();
  const read = async <T>(key: Address, decoder: Decoder<T>): Promise<T> => {
    const { value } = await rpc.getAccountInfo(key, { encoding: 'base64' }).send();
    const bytes = Buffer.from(value?.data[0] ?? '', 'base64');
    assert.deepEqual([value?.owner, value?.space], [owner, BigInt(bytes.length)]);
    assert.equal((await rpc.getBalance(key).send()).value, value?.lamports);
    const [decoded, end] = decoder.read(bytes, 0);
    assert.equal(end, bytes.length);
    return decoded;
  };
  const epoch = await rpc.getEpochInfo().send();
  assert.deepEqual(await read(clockKey, clock), {
    slot: epoch.absoluteSlot,
    epochStartTimestamp: BigInt(chain.header(slots)?.timestamp ?? 0),
    epoch: epoch.epoch,
    leaderScheduleEpoch: epoch.epoch,
    unixTimestamp: BigInt(chain.head().timestamp),
  });
  const schedule = await rpc.getEpochSchedule().send();
  assert.deepEqual(await read(address('SysvarEpochSchedu1e111111111111111111111111'), epochSchedule), { ...schedule });
  const { lamportsPerByteYear, exemptionThreshold } = await read(
    address('SysvarRent111111111111111111111111111111111'),
    rent,
  );
  const minimum = await rpc.getMinimumBalanceForRentExemption(165n).send();
  assert.equal(BigInt(Number(lamportsPerByteYear * (128n + 165n)) * exemptionThreshold), minimum);
  const hashes = await read(address('SysvarS1otHashes111111111111111111111111111'), slotHashes);
  assert.equal(hashes.length, Math.min(512, slots + 4));
  assert.equal(hashes[0]?.hash, (await rpc.getLatestBlockhash().send()).value.blockhash);
  assert.equal(hashes[1]?.hash, getBase58Decoder().decode(fromHex(chain.header(slots + 2)?.hash ?? '0x')));
  const history = await read(address('SysvarS1otHistory11111111111111111111111111'), slotHistory);
  assert.deepEqual([history.words.length, history.bitCount], [16_384, 1_048_576n]);
  assert.equal(history.words[0], 2n ** BigInt(slots + 4) - 1n);
  assert.ok(history.words.slice(1).every((word) => word === 0n));
  assert.equal(history.nextSlot, epoch.absoluteSlot + 1n);
  const none = await read(
    address('SysvarStakeHistory1111111111111111111111111'),
    getArrayDecoder(clock, { size: getU64Decoder() }),
  );
  assert.deepEqual(none, []);
});

test('sysvars are listed under their owner, by what their data holds', async (t) => {
  const { url } = await openSvmInterface(t);
  const connection = new Connection(url);
  const list = async (filters: object[]) => {
    const found = await connection.getProgramAccounts(new PublicKey(owner), { filters: filters as never });
    return found.map(({ pubkey }) => pubkey.toBase58());
  };
  assert.equal((await list([])).length, 6);
  assert.deepEqual(await list([{ dataSize: 40 }]), [clockKey]);
  const rentStart = Buffer.from('980d', 'hex').toString('base64');
  assert.deepEqual(await list([{ memcmp: { offset: 0, bytes: rentStart, encoding: 'base64' } }]), [
    'SysvarRent111111111111111111111111111111111',
  ]);
  assert.deepEqual(await list([{ memcmp: { offset: 16, bytes: '22222222' } }]), []);
  assert.deepEqual(await list([{ dataSize: 40 }, { memcmp: { offset: 100, bytes: '1' } }]), []);
});

test('a subscriber to the clock is notified of every block', async (t) => {
  const { mine, webSocketUrl, url } = await openSvmInterface(t);
  const connection = new Connection(url, { wsEndpoint: webSocketUrl, commitment: 'confirmed' });
  const slots: bigint[] = [];
  const id = connection.onAccountChange(new PublicKey(clockKey), ({ data }) => slots.push(data.readBigUInt64LE()));
  await until(async () => {
    if (slots.length >= 2) return true;
    mine();
    return false;
  }, 'two notifications');
  assert.equal((slots[1] ?? 0n) - (slots[0] ?? 0n), 1n);
  await connection.removeAccountChangeListener(id);
  await untilIdle(connection);
});

test('a chain that continues from an export has its sysvars, which name no block before it', () => {
  const { chain } = openModuleChain({ ...genesisWith({}), initialHeight: 50 });
  const { number, timestamp } = chain.reader.head();
  assert.equal(number, 49);
  const read = (key: Address): Uint8Array => {
    const at = { slot: number, state: chain.headState() };
    return readSysvar(chain.reader, at, parsePublicKey(key))?.data ?? new Uint8Array();
  };
  assert.equal(clock.read(read(clockKey), 0)[0].epochStartTimestamp, BigInt(timestamp));
  const [hashes] = slotHashes.read(read(address('SysvarS1otHashes111111111111111111111111111')), 0);
  assert.deepEqual(
    hashes.map(({ slot }) => slot),
    [49n],
  );
});

test('SlotHistory has the slots of the blocks that there are, also where its bits begin again', async (t) => {
  const bitCount = 1_048_576;
  for (const first of [3, 50, bitCount - 5, 3 * bitCount + 70]) {
    const { node, urls } = await startTestNode(t, { flags: { 'genesis.number': `${first}` } });
    const rpc = createSolanaRpc(urls.svm);
    await postJson(urls.http, requestText('anvil_mine', ['11']));
    const key = address('SysvarS1otHistory11111111111111111111111111');
    const { value } = await rpc.getAccountInfo(key, { encoding: 'base64' }).send();
    const [{ words, nextSlot }] = slotHistory.read(Buffer.from(value?.data[0] ?? '', 'base64'), 0);
    const marked = words.flatMap((word, at) =>
      word === 0n
        ? []
        : Array.from({ length: 64 }, (_, bit) => 64 * at + bit).filter((bit) => (word >> BigInt(bit % 64)) & 1n),
    );
    const newest = Number(nextSlot) - 1;
    const slots = Array.from({ length: newest + 1 - first }, (_, at) => (first + at) % bitCount);
    assert.ok(newest >= first + 11);
    assert.deepEqual(
      marked,
      slots.sort((left, right) => left - right),
      `a chain that begins with block ${first}`,
    );
    await node.close();
  }
});
