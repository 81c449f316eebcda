import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import {
  address,
  createSolanaRpc,
  createSolanaRpcSubscriptions_UNSTABLE,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NO_SNAPSHOT,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { toBase58 } from '../../primitives/address.ts';
import { alice, bob, dave, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

/** Besides `kit-client.test.ts`: every other method of the client's interface. */

const [holder, leader] = [address(toBase58(bob)), address(toBase58(dave))];
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

async function connect(t: Parameters<typeof openSvmInterface>[0]) {
  const svm = await openSvmInterface(t);
  svm.mine([signed({ nonce: 0n, value: 5n * 10n ** 9n })]);
  return { ...svm, rpc: createSolanaRpc(svm.url) };
}

test('leaders, stake and holders', async (t) => {
  const { rpc, chain } = await connect(t);
  const miner = address(toBase58(chain.head().miner));
  assert.deepEqual(await rpc.getSlotLeaders(1n, 2).send(), [miner, leader]);
  const schedule = await rpc.getLeaderSchedule().send();
  assert.equal(schedule[leader]?.length, Number((await rpc.getEpochInfo().send()).slotsInEpoch) - 2);
  assert.deepEqual(await rpc.getLeaderSchedule(1n, { identity: holder }).send(), {});
  assert.equal(await rpc.getLeaderSchedule(2n ** 40n).send(), null);
  const production = await rpc.getBlockProduction({ identity: miner }).send();
  assert.deepEqual(production.value, { byIdentity: { [miner]: [2n, 2n] }, range: { firstSlot: 0n, lastSlot: 1n } });
  assert.deepEqual({ ...(await rpc.getBlockCommitment(1n).send()) }, { commitment: null, totalStake: 0n });
  assert.equal((await rpc.getStakeMinimumDelegation().send()).value, 1_000n);
  assert.deepEqual({ ...(await rpc.getVoteAccounts().send()) }, { current: [], delinquent: [] });
  const { value: largest } = await rpc.getLargestAccounts({ filter: 'circulating' }).send();
  assert.deepEqual({ ...largest[0] }, { address: holder, lamports: 10_000_000n * 10n ** 9n + 5n });
});

test('fees of messages, and tokens that nobody has made', async (t) => {
  const { rpc } = await connect(t);
  const { blockhash } = (await rpc.getLatestBlockhash().send()).value;
  const message = Buffer.from([1, 0, 0, 1, ...new Uint8Array(32), ...base58.decode(blockhash), 0]).toString('base64');
  const fee = await rpc.getFeeForMessage(message as TransactionMessageBytesBase64).send();
  assert.equal(fee.value, 2_100_000n);
  const delegated = rpc.getTokenAccountsByDelegate(holder, { programId: tokenProgram }, { encoding: 'jsonParsed' });
  assert.deepEqual((await delegated.send()).value, []);
  await assert.rejects(() => rpc.getTokenAccountBalance(holder).send(), /not a Token account/);
  await assert.rejects(() => rpc.getTokenSupply(holder).send(), /not a Token mint/);
  await assert.rejects(() => rpc.getTokenLargestAccounts(holder).send(), /not a Token mint/);
});

test('methods without a meaning here return empty results', async (t) => {
  const { rpc } = await connect(t);
  const fails = (send: () => Promise<unknown>, code: number) =>
    assert.rejects(send, (error) => isSolanaError(error) && Number(error.context.__code) === code);
  assert.equal(await rpc.getMaxRetransmitSlot().send(), await rpc.getSlot().send());
  assert.equal(await rpc.getMaxShredInsertSlot().send(), await rpc.getSlot().send());
  await fails(() => rpc.getTransactionsForAddress(holder).send(), SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND);
  await fails(() => rpc.getHighestSnapshotSlot().send(), SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NO_SNAPSHOT);
});

test('subscriptions to programs and stages of slots', async (t) => {
  const { mine, webSocketUrl } = await connect(t);
  const subscriptions = createSolanaRpcSubscriptions_UNSTABLE(webSocketUrl);
  const stop = new AbortController();
  t.after(() => stop.abort());
  const options = { abortSignal: stop.signal };
  const system = address('11111111111111111111111111111111');
  const program = await subscriptions.programNotifications(system, { encoding: 'base64' }).subscribe(options);
  const stages = await subscriptions.slotsUpdatesNotifications().subscribe(options);
  const [changed, stage] = [program, stages].map((news) => news[Symbol.asyncIterator]().next());
  mine([signed({ nonce: 1n })]);
  const { pubkey, account } = (await changed)?.value.value ?? {};
  assert.deepEqual([pubkey, account?.owner], [address(toBase58(alice)), system]);
  assert.deepEqual([(await stage)?.value.type, (await stage)?.value.slot], ['createdBank', 2n]);
  const absent = subscriptions.voteNotifications().subscribe(options);
  await assert.rejects(absent, (error) => isSolanaError(error));
});
