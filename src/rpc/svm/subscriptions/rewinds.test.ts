import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, PublicKey, SystemProgram } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import { svmAddress } from '../../../modules/addresses.ts';
import { ed25519PublicKey } from '../../../primitives/crypto/ed25519.ts';
import { untilIdle } from '../../../testing/interfaces/web3-idle.ts';
import { moduleContract } from '../../../testing/modules/module-contracts.ts';
import { startTestNode } from '../../../testing/test-node.ts';
import { until } from '../../../testing/until.ts';

const owner = `0x${'00'.repeat(19)}ee`;
const keyOf = (address: string) =>
  new PublicKey(Buffer.concat([Buffer.from(address.slice(2), 'hex'), Buffer.alloc(12)]));
const key = keyOf(owner);
const lamport = 10n ** 9n;

test('accounts and programs are told what removed blocks take back, and then as if these had never been', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const connection = new Connection(node.urls.svm, { commitment: 'confirmed', wsEndpoint: node.urls.svmWebSocket });
  const [from] = node.accounts;
  const told = { account: [] as number[], program: [] as number[] };
  const subscriptions = [
    connection.onAccountChange(key, ({ lamports }) => told.account.push(lamports)),
    connection.onProgramAccountChange(SystemProgram.programId, ({ accountId, accountInfo }) => {
      if (accountId.equals(key)) told.program.push(accountInfo.lamports);
    }),
  ];
  const pay = (lamports: bigint) =>
    provider.send('eth_sendTransactionSync', [
      { from: from?.address, to: owner, value: `0x${(lamports * lamport).toString(16)}`, gas: '0x5208' },
    ]);
  try {
    await until(async () => {
      await pay(1n); // until both subscriptions are open
      return told.account.length > 0 && told.program.length > 0;
    }, 'the first messages');
    const balance = () => connection.getBalance(key);
    const both = async (lamports: number) => {
      await until(async () => (await balance()) === lamports, `${lamports} lamports in the state`);
      for (const seen of [told.account, told.program])
        await until(() => seen.at(-1) === lamports, `${lamports} lamports`);
    };
    const before = await balance();
    await both(before);
    const snapshot = await provider.send('evm_snapshot', []);
    await pay(5n);
    await both(before + 5);
    assert.equal(await provider.send('evm_revert', [snapshot]), true);
    await both(before);
    const counts = [told.account.length, told.program.length];
    await pay(5n);
    await both(before + 5);
    await pay(2n);
    await both(before + 7);
    await provider.send('anvil_reorg', [1, []]);
    await both(before + 5);
    await provider.send('anvil_rollback', [2]);
    await both(before);
    for (const [index, seen] of [told.account, told.program].entries()) {
      const later = seen.slice(counts[index]).filter((lamports, at, all) => lamports !== all[at - 1]);
      assert.deepEqual(later, [before + 5, before + 7, before + 5, before]);
    }
  } finally {
    await Promise.all([
      connection.removeAccountChangeListener(subscriptions[0] ?? 0),
      connection.removeProgramAccountChangeListener(subscriptions[1] ?? 0),
    ]);
    await untilIdle(connection);
  }
});

test('programs are told only of accounts whose lamports a rewind has changed', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const connection = new Connection(node.urls.svm, { commitment: 'confirmed', wsEndpoint: node.urls.svmWebSocket });
  const told: [string, number][] = [];
  const subscription = connection.onProgramAccountChange(SystemProgram.programId, ({ accountId, accountInfo }) => {
    told.push([accountId.toBase58(), accountInfo.lamports]);
  });
  const set = (address: string, lamports: bigint) =>
    provider.send('anvil_setBalance', [address, `0x${(lamports * lamport).toString(16)}`]);
  const svmOnly = new PublicKey(ed25519PublicKey(new Uint8Array(32).fill(7)));
  const payer = new Wallet(node.accounts[0]?.privateKey ?? '', provider);
  const deposit = moduleContract('ISvm', svmAddress, payer).getFunction('deposit');
  try {
    const last = `0x${'00'.repeat(19)}ef`;
    for (let lamports = 1n; told.length === 0; lamports++) await set(last, lamports); // until the subscription is open
    await set(owner, 5n);
    const snapshot = await provider.send('evm_snapshot', []);
    await set(owner, 9n);
    await (await deposit.send(svmOnly.toBase58(), { value: 7_000_000n * lamport })).wait();
    await set(owner, 5n);
    await provider.send('anvil_setNonce', [owner, '0x7']);
    await set(last, 100n);
    await until(
      () => told.some(([account, lamports]) => account === keyOf(last).toBase58() && lamports === 100),
      'the last block',
    );
    const count = told.length;
    assert.equal(await provider.send('evm_revert', [snapshot]), true);
    await set(last, 200n);
    await until(
      () => told.some(([account, lamports]) => account === keyOf(last).toBase58() && lamports === 200),
      'the next block',
    );
    const since = told.slice(count).map(([account]) => account);
    assert.ok(!since.includes(key.toBase58()), 'it has the balance that it had');
    assert.ok(since.includes(svmOnly.toBase58()), 'its deposit has been taken back');
    const known = new Map<string, number>();
    for (const [account, lamports] of told) {
      assert.notEqual(lamports, known.get(account), `${account} has ${lamports} lamports, as was told before`);
      known.set(account, lamports);
    }
  } finally {
    await connection.removeProgramAccountChangeListener(subscription);
    await untilIdle(connection);
  }
});
