import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { start } from '../../testing/interfaces/development-session.ts';

/** Creation code that reverts with Error("no"), that reverts with four bytes, and that is invalid. */
const reason = `08c379a0${'20'.padStart(64, '0')}${'02'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`;
const revertsWithReason = `0x6064600c60003960646000fd${reason}`;
const revertsWithBytes = '0x632f4f2f4f6000526004601cfd';
const isInvalid = '0xfe';
const gas = '0x30000';

async function startAs(t: TestContext, version: string) {
  const development = start(t, { 'client-version': version });
  const [from] = (await development.result('eth_accounts')) as string[];
  return {
    ...development,
    create: (data: string) => development.ask('eth_sendTransaction', { from, data, gas }),
    from,
  };
}

test('by the name of Hardhat, a transaction that fails in its block is an error with its hash and data', async (t) => {
  const { create, result } = await startAs(t, 'HardhatNetwork/2.22.0/qord');
  const cases = [
    [revertsWithReason, 3, 'execution reverted: no', `0x${reason}`],
    [revertsWithBytes, 3, 'execution reverted', '0x2f4f2f4f'],
    [isInvalid, -32000, 'invalid opcode: INVALID', '0x'],
  ] as const;
  for (const [code, expected, message, data] of cases) {
    const { error } = await create(code);
    const { txHash } = (error?.data ?? {}) as { txHash?: string };
    assert.deepEqual(error, { code: expected, message, data: { message, txHash, data } });
    assert.equal(((await result('eth_getTransactionReceipt', txHash)) as { status: string }).status, '0x0');
  }
});

test('by the name of Hardhat, the answer to a transaction comes when it is in a block, if one is made', async (t) => {
  const { ask, result, from } = await startAs(t, 'hardhat');
  const send = async (fields: object) => (await ask('eth_sendTransaction', { from, to: from, gas, ...fields })).result;
  const receipt = (hash: unknown) => result('eth_getTransactionReceipt', hash);
  assert.notEqual(await receipt(await send({})), null);
  const queued = await send({ nonce: '0x9' });
  assert.equal(await receipt(queued), null);
  await result('evm_setAutomine', false);
  assert.equal(await receipt(await send({})), null);
});

test('by the name of Hardhat, each transaction of a batch has its own outcome', async (t) => {
  const { request, result } = await startAs(t, 'HardhatNetwork');
  const [from] = (await result('eth_accounts')) as string[];
  const entry = (id: number, data: string) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_sendTransaction' },
    params: [{ from, data, gas }],
  });
  const text = await request(JSON.stringify([entry(1, revertsWithBytes), entry(2, '0x00'), entry(3, isInvalid)]));
  const replies = JSON.parse(String(text)) as { error?: { code: number }; result?: string }[];
  assert.deepEqual(
    replies.map(({ error }) => error?.code),
    [3, undefined, -32000],
  );
  assert.notEqual(await result('eth_getTransactionReceipt', replies[1]?.result), null);
});

test('by any other name, it is submitted, and its receipt says that it failed', async (t) => {
  const { create, result, settle } = await startAs(t, '');
  const { result: hash } = await create(revertsWithBytes);
  await settle();
  assert.equal(((await result('eth_getTransactionReceipt', hash)) as { status: string }).status, '0x0');
});

test('by the name of Hardhat, impersonated accounts are not listed, and act all the same', async (t) => {
  const { result, ask } = await startAs(t, 'HardhatNetwork/2.22.0/qord');
  const accounts = await result('eth_accounts');
  const stranger = `0x${'5a'.repeat(20)}`;
  await result('hardhat_impersonateAccount', stranger);
  assert.deepEqual(await result('eth_accounts'), accounts);
  assert.deepEqual(await result('eth_requestAccounts'), accounts);
  await result('hardhat_setBalance', stranger, '0xde0b6b3a7640000');
  const sent = await ask('eth_sendTransaction', { from: stranger, to: stranger, gas });
  assert.equal(sent.error, undefined);
});
