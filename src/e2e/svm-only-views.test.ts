import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, PublicKey, SystemProgram } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import { svmAddress } from '../modules/addresses.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { fromHex } from '../primitives/hex.ts';
import { untilIdle } from '../testing/interfaces/web3-idle.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const privateKey = new Uint8Array(32).fill(7);
const key = new PublicKey(ed25519PublicKey(privateKey));
const qor = 10n ** 18n;

test('every view of the SVM explains what an account of the SVM only has, to the lamport', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const connection = new Connection(node.urls.svm, { commitment: 'confirmed', wsEndpoint: node.urls.svmWebSocket });
  const [payer, other] = [1, 2].map((index) => new Wallet(node.accounts[index]?.privateKey ?? '', provider));
  assert.ok(payer && other);
  const [ofPayer, ofOther] = [payer, other].map((wallet) => moduleContract('ISvm', svmAddress, wallet));
  assert.ok(ofPayer && ofOther);
  const seen = { account: [] as number[], program: [] as number[], logs: [] as string[] };
  const ofAccount = connection.onAccountChange(key, ({ lamports }) => seen.account.push(lamports));
  const ofProgram = connection.onProgramAccountChange(SystemProgram.programId, ({ accountId, accountInfo }) => {
    if (accountId.equals(key)) seen.program.push(accountInfo.lamports);
  });
  const ofLogs = connection.onLogs(key, ({ signature }) => seen.logs.push(signature));
  let slot = 0;
  const ofSlots = connection.onSlotChange((next) => {
    slot = next.slot;
  });
  // the others were requested before this one
  await until(async () => {
    if (slot > 0) return true;
    await provider.send('evm_mine', []);
    return false;
  }, 'the last subscription');

  const gas = { gasLimit: 1_000_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 0n };
  const deposit = (contract: typeof ofPayer, value: bigint) =>
    contract.getFunction('deposit').send(key.toBase58(), { value, ...gas });
  const withdraw = async (amount: bigint) => {
    const payment = [key.toBase58(), other.address, amount] as const;
    const digest = String(await ofPayer.getFunction('withdrawalDigest').staticCall(...payment));
    const signature = signEd25519(fromHex(digest as `0x${string}`), privateKey);
    return ofPayer.getFunction('withdraw').send(...payment, signature, gas);
  };
  await (await deposit(ofPayer, 2n * qor)).wait();
  await provider.send('evm_setAutomine', [false]);
  const together = [await deposit(ofPayer, 10n ** 9n), await deposit(ofOther, qor), await withdraw(qor / 2n)];
  await provider.send('evm_mine', []);
  for (const sent of together) assert.equal((await sent.wait())?.status, 1);
  await provider.send('evm_setAutomine', [true]);
  const held = await connection.getBalance(key);
  assert.equal(held, 2_500_000_001);
  await (await withdraw(BigInt(held) * 10n ** 9n)).wait();

  const history = (await connection.getSignaturesForAddress(key)).map(({ signature }) => signature).reverse();
  assert.equal(history.length, 5);
  const changes: number[] = [];
  let lamports = 0;
  for (const signature of history) {
    const tx = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    const index = tx?.transaction.message.staticAccountKeys.findIndex((one) => one.equals(key)) ?? -1;
    assert.equal(tx?.meta?.preBalances[index], lamports, signature);
    lamports = tx?.meta?.postBalances[index] ?? Number.NaN;
    changes.push(lamports);
  }
  assert.deepEqual(changes.at(-1), 0);
  const inBlocks: number[] = [];
  for (let height = 1; height <= (await connection.getSlot()); height++) {
    const block = await connection.getBlock(height, { maxSupportedTransactionVersion: 0 });
    for (const { transaction, meta } of block?.transactions ?? []) {
      const index = transaction.message.staticAccountKeys.findIndex((one) => one.equals(key));
      if (index >= 0) inBlocks.push(meta?.postBalances[index] ?? Number.NaN);
    }
  }
  assert.deepEqual(inBlocks, changes);
  await until(() => seen.account.at(-1) === 0 && seen.logs.length === 5, 'all notifications');
  assert.deepEqual(seen.account, [2_000_000_000, held, 0]);
  assert.deepEqual(seen.program, seen.account);
  assert.deepEqual(seen.logs, history);
  assert.equal(await connection.getAccountInfo(key), null);
  await connection.removeAccountChangeListener(ofAccount);
  await connection.removeProgramAccountChangeListener(ofProgram);
  await connection.removeOnLogsListener(ofLogs);
  await connection.removeSlotChangeListener(ofSlots);
  await untilIdle(connection);
});
