import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { parseAddress, toBase58 } from '../../primitives/address.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { WorldState } from '../../state/types.ts';
import { alice, bob, carol, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

const stranger = toBase58(parseAddress(`0x${'99'.repeat(20)}`));
const noAccount = 'BnWCFuxmi6uH3ceVx4R8qcbWBMPVVYVVFWtAiiTA1PAu';
const apiVersion = '1.18.0-qord';

/** Whoever holds the most: more lamports than a double can count. */
function fillRich(state: WorldState): void {
  state.mint(alice, 4_500_000_000n * weiPerQor + 999_999_999n);
}

const fault = (code: number, message: string, data?: unknown) =>
  data === undefined ? { code, message } : { code, message, data };

test('balances are exact lamports, also above 2^53', async (t) => {
  const { send, call } = await openSvmInterface(t, fillRich);
  const ask = (method: string, ...params: unknown[]) => send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  assert.match(await ask('getBalance', toBase58(alice)), /"value":4500000000000000000}/);
  assert.match(await ask('getAccountInfo', toBase58(alice)), /"lamports":4500000000000000000,/);
  assert.match(await ask('getAccountInfo', toBase58(alice)), /"rentEpoch":18446744073709551615,/);
  assert.match(await ask('getSupply'), /"total":4500000000000000000,/);
  assert.deepEqual(await call('getBalance', stranger), { context: { apiVersion, slot: 0 }, value: 0 });
  assert.deepEqual(await call('getBalance', noAccount), { context: { apiVersion, slot: 0 }, value: 0 });
  assert.deepEqual(await call('getAccountInfo', noAccount), { context: { apiVersion, slot: 0 }, value: null });
});

test('accounts come in every encoding', async (t) => {
  const { call } = await openSvmInterface(t, fillRich);
  const shown = async (encoding: string | undefined) => {
    const { value } = (await call('getAccountInfo', toBase58(alice), { encoding })) as { value: { data: unknown } };
    return value.data;
  };
  assert.deepEqual(await shown(undefined), ['', 'base64']);
  assert.deepEqual(await shown('base64'), ['', 'base64']);
  assert.deepEqual(await shown('base58'), ['', 'base58']);
  assert.deepEqual(await shown('base64+zstd'), ['KLUv/QBYAQAA', 'base64+zstd']);
  assert.deepEqual(await shown('jsonParsed'), ['', 'base64']);
  assert.deepEqual(await shown('binary'), '');
  assert.deepEqual(
    await call('getAccountInfo', toBase58(alice), { encoding: 'x' }),
    fault(
      -32602,
      'Invalid params: unknown variant `x`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`.',
    ),
  );
});

test('up to 100 accounts are returned at once', async (t) => {
  const { call } = await openSvmInterface(t, fillRich);
  const { value } = (await call('getMultipleAccounts', [toBase58(alice), noAccount], { dataSlice: null })) as {
    value: [{ owner: string }, null];
  };
  assert.equal(value[0].owner, '11111111111111111111111111111111');
  assert.equal(value[1], null);
  assert.deepEqual(
    await call(
      'getMultipleAccounts',
      Array.from({ length: 101 }, () => 'not a key'),
    ),
    fault(-32602, 'Too many inputs provided; max 100'),
  );
});

test('a minimum slot that is not reached is rejected with the slot that is', async (t) => {
  const { call, mine, send } = await openSvmInterface(t);
  mine();
  const rejected = fault(-32016, 'Minimum context slot has not been reached', { contextSlot: 1 });
  const key = toBase58(alice);
  const calls: [string, ...unknown[]][] = [
    ['getSlot'],
    ['getBlockHeight'],
    ['getTransactionCount'],
    ['getEpochInfo'],
    ['getLatestBlockhash'],
    ['getSlotLeader'],
    ['getBalance', key],
    ['getAccountInfo', key],
    ['getMultipleAccounts', [key]],
    ['getProgramAccounts', key],
    ['getSignaturesForAddress', key],
    ['getTokenAccountsByOwner', key, { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }],
    ['isBlockhashValid', key],
    ['getSignatureStatuses', []],
  ];
  for (const [method, ...params] of calls) {
    assert.deepEqual(await call(method, ...params, { minContextSlot: 2 }), rejected, method);
    assert.equal('code' in Object(await call(method, ...params, { minContextSlot: 1 })), false, method);
  }
  const huge = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"minContextSlot":9223372036854775807}]}';
  assert.match(await send(huge), /-32016/);
});

test('the methods describe this chain', async (t) => {
  const { call, mine, chain } = await openSvmInterface(t);
  for (let i = 0; i < 3; i++) mine(i === 1 ? [signed({ nonce: 0n })] : []);
  assert.equal(await call('getSlot', { commitment: 'confirmed' }), 3);
  assert.equal(await call('getBlockHeight'), 3);
  assert.equal(await call('getTransactionCount'), 1);
  assert.equal(await call('getFirstAvailableBlock'), 0);
  assert.equal(await call('minimumLedgerSlot'), 0);
  assert.equal(await call('getGenesisHash'), base58.encode(fromHex(chain.identity.genesisHash)));
  assert.deepEqual(await call('getVersion'), { 'svm-core': apiVersion, 'solana-core': apiVersion, 'feature-set': 1 });
  const epoch = (await call('getEpochInfo')) as Record<string, number>;
  const schedule = (await call('getEpochSchedule')) as Record<string, number>;
  assert.equal(epoch.absoluteSlot, 3);
  assert.equal(epoch.slotsInEpoch, schedule.slotsPerEpoch);
  assert.equal(epoch.epoch, Math.floor(3 / (schedule.slotsPerEpoch ?? 0)));
  assert.deepEqual(await call('getBlocks', 1), [1, 2, 3]);
  assert.deepEqual(await call('getBlocks', 1, 2), [1, 2]);
  assert.deepEqual(await call('getBlocks', 2, null, { commitment: 'confirmed' }), [2, 3]);
  assert.deepEqual(await call('getBlocks', 2, { commitment: 'confirmed', minContextSlot: 3 }), [2, 3]);
  assert.deepEqual(
    await call('getBlocks', 2, { minContextSlot: 4 }),
    fault(-32016, 'Minimum context slot has not been reached', { contextSlot: 3 }),
  );
  assert.deepEqual(
    await call('getBlocks', 2, { commitment: 'processed' }),
    fault(-32602, 'Method does not support commitment below `confirmed`'),
  );
  assert.deepEqual(await call('getBlocks', 9), []);
  assert.deepEqual(await call('getBlocksWithLimit', 2, 100), [2, 3]);
  assert.deepEqual(await call('getBlocksWithLimit', 0, 500_001), fault(-32602, 'Limit too large; max 500000'));
  assert.equal(await call('getBlockTime', 3), chain.header(3)?.timestamp);
  assert.deepEqual(await call('getBlockTime', 4), fault(-32004, 'Block not available for slot 4'));
  assert.deepEqual(
    await call('getBlock', 3, { commitment: 'processed' }),
    fault(-32602, 'Method does not support commitment below `confirmed`'),
  );
  assert.deepEqual(await call('getHighestSnapshotSlot'), fault(-32008, 'No snapshot'));
});

test('64-bit slots are echoed exactly', async (t) => {
  const { send } = await openSvmInterface(t);
  assert.equal(
    await send('{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[9223372036854775807]}'),
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"Block not available for slot 9223372036854775807"}}',
  );
});

test('rent, block hashes and fees follow the chain', async (t) => {
  const { call, mine } = await openSvmInterface(t);
  mine();
  assert.equal(await call('getMinimumBalanceForRentExemption', 0), 890_880);
  assert.equal(await call('getMinimumBalanceForRentExemption', 165), 2_039_280);
  assert.deepEqual(await call('getMinimumBalanceForRentExemption', 10_485_761), fault(-32600, 'Invalid request'));
  const { value: latest } = (await call('getLatestBlockhash')) as { value: { blockhash: string } };
  assert.deepEqual(latest, { blockhash: latest.blockhash, lastValidBlockHeight: 151 });
  const isValid = async () => ((await call('isBlockhashValid', latest.blockhash)) as { value: boolean }).value;
  const message = Uint8Array.of(1, 0, 0, 1, ...new Uint8Array(32), ...base58.decode(latest.blockhash), 0);
  const fee = async () =>
    ((await call('getFeeForMessage', Buffer.from(message).toString('base64'))) as { value: number | null }).value;
  assert.equal(await isValid(), true);
  assert.equal(await fee(), 2_100_000);
  for (let i = 0; i < 150; i++) mine();
  assert.equal(await isValid(), true);
  mine();
  assert.equal(await isValid(), false);
  assert.equal(await fee(), null);
  assert.deepEqual(await call('isBlockhashValid', 'x'), fault(-32602, 'WrongSize'));
  assert.deepEqual(
    await call('getFeeForMessage', 'someInvalidMessage'),
    fault(-32602, 'invalid base64 encoding: InvalidPadding'),
  );
});

test('tips of recent blocks are prioritization fees', async (t) => {
  const { call, mine } = await openSvmInterface(t);
  const tip = (nonce: bigint, maxPriorityFeePerGas: bigint, to = bob) => signed({ nonce, maxPriorityFeePerGas, to });
  mine([tip(0n, 3_000_000_000n), tip(1n, 2_000_000_000n, carol)]);
  mine();
  assert.deepEqual(await call('getRecentPrioritizationFees'), [
    { slot: 0, prioritizationFee: 0 },
    { slot: 1, prioritizationFee: 2_000_000 },
    { slot: 2, prioritizationFee: 0 },
  ]);
  const forBob = (await call('getRecentPrioritizationFees', [toBase58(bob)])) as { prioritizationFee: number }[];
  assert.deepEqual(
    forBob.map(({ prioritizationFee }) => prioritizationFee),
    [0, 3_000_000, 0],
  );
});

test('blocks per minute are performance samples', async (t) => {
  const { call, mine } = await openSvmInterface(t);
  for (let i = 0; i < 95; i++) mine(i === 40 ? [signed({ nonce: 0n })] : []);
  const samples = (await call('getRecentPerformanceSamples', 5)) as Record<string, number>[];
  assert.deepEqual(
    samples.map(({ numSlots, numTransactions, samplePeriodSecs }) => [numSlots, numTransactions, samplePeriodSecs]),
    [
      [30, 0, 60],
      [30, 1, 60],
      [29, 0, 58],
    ],
  );
  assert.deepEqual(await call('getRecentPerformanceSamples', 721), fault(-32602, 'Invalid limit; max 720'));
});

test('there are no tokens, and the responses say so', async (t) => {
  const { call } = await openSvmInterface(t);
  const [owner, other] = [toBase58(alice), noAccount];
  const none = { context: { apiVersion, slot: 0 }, value: [] };
  const program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  assert.deepEqual(await call('getTokenAccountsByOwner', owner, { programId: program }), none);
  assert.deepEqual(
    await call('getTokenAccountsByDelegate', owner, { programId: program }, { encoding: 'jsonParsed' }),
    none,
  );
  const native = 'So11111111111111111111111111111111111111112';
  assert.deepEqual(await call('getTokenAccountsByOwner', owner, { mint: native }), none);
  const rejected = (text: string) => fault(-32602, `Invalid param: ${text}`);
  assert.deepEqual(await call('getTokenAccountsByOwner', owner, { mint: other }), rejected('could not find mint'));
  assert.deepEqual(
    await call('getTokenAccountsByOwner', owner, { programId: other }),
    rejected('unrecognized Token program id'),
  );
  assert.deepEqual(await call('getTokenAccountBalance', other), rejected('could not find account'));
  assert.deepEqual(await call('getTokenAccountBalance', owner), rejected('not a Token account'));
  assert.deepEqual(await call('getTokenSupply', other), rejected('could not find account'));
  assert.deepEqual(await call('getTokenSupply', owner), rejected('not a Token mint'));
  assert.deepEqual(await call('getTokenLargestAccounts', other), rejected('could not find mint'));
});

test('accounts of programs: none, or too many to list', async (t) => {
  const { call } = await openSvmInterface(t);
  assert.deepEqual(await call('getProgramAccounts', noAccount, { filters: [{ dataSize: 165 }] }), []);
  assert.deepEqual(await call('getProgramAccounts', noAccount, { withContext: true }), {
    context: { apiVersion, slot: 0 },
    value: [],
  });
  const system = '11111111111111111111111111111111';
  assert.deepEqual(
    await call('getProgramAccounts', system),
    fault(-32010, `${system} excluded from account secondary indexes; this RPC method unavailable for key`),
  );
  assert.deepEqual(
    await call('getProgramAccounts', noAccount, { filters: [1, 2, 3, 4, 5] }),
    fault(-32602, 'Too many filters provided; max 4'),
  );
});

test('plain pages tell the supply, and nothing else is there', async (t) => {
  const { url } = await openSvmInterface(t, fillRich);
  assert.equal(await (await fetch(`${url}/v0/total-supply`)).text(), '4500000000.000000000');
  assert.equal(await (await fetch(`${url}/v0/circulating-supply`)).text(), '4500000000.000000000');
  const rejected = await fetch(url);
  assert.equal(rejected.status, 405);
  assert.equal(await rejected.text(), 'Used HTTP Method is not allowed. POST or OPTIONS is required');
});

test('health follows the clock of the blocks', async (t) => {
  const { call, url, wait, mine } = await openSvmInterface(t);
  const page = async () => (await fetch(`${url}/health`)).text();
  wait(300 * 86_400_000);
  assert.equal(await call('getHealth'), 'ok', 'a genesis may be old');
  mine();
  wait(0);
  assert.equal(await call('getHealth'), 'ok');
  assert.equal(await page(), 'ok');
  wait(128 * 2_000 + 1_999);
  assert.equal(await call('getHealth'), 'ok');
  wait(129 * 2_000);
  assert.deepEqual(await call('getHealth'), fault(-32005, 'Node is behind by 129 slots', { numSlotsBehind: 129 }));
  assert.equal(await page(), 'behind');
});
