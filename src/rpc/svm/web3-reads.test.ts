import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { type Address, toSvmKey } from '../../primitives/address.ts';
import { toSignature } from '../../svm/signature.ts';
import { alice, bob, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';
import { untilIdle } from '../../testing/interfaces/web3-idle.ts';
import { until } from '../../testing/until.ts';

/** Besides `web3-client.test.ts`: every other read of the client, also those it keeps for old programs. */

const key = (address: Address) => new PublicKey(toSvmKey(address));
const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const nobody = Keypair.generate().publicKey;

async function connect(t: Parameters<typeof openSvmInterface>[0]) {
  const svm = await openSvmInterface(t);
  const connection = new Connection(svm.url, { commitment: 'confirmed', wsEndpoint: svm.webSocketUrl });
  const transfers = [0n, 1n].map((nonce) => signed({ nonce, value: 5n * 10n ** 9n }));
  for (const tx of transfers) svm.mine([tx]);
  return { ...svm, connection, signatures: transfers.map(({ hash }) => toSignature(hash)) };
}

test('accounts, holders and tokens', async (t) => {
  const { connection } = await connect(t);
  const { context, value } = await connection.getAccountInfoAndContext(key(bob), {
    dataSlice: { offset: 0, length: 4 },
  });
  assert.deepEqual([context.slot, value?.lamports, value?.data.length], [2, 10_000_000 * 10 ** 9 + 10, 0]);
  const several = await connection.getMultipleAccountsInfoAndContext([key(bob), nobody]);
  assert.deepEqual([several.value[0]?.lamports, several.value[1]], [value?.lamports, null]);
  const holders = (await connection.getLargestAccounts()).value;
  assert.deepEqual([holders[0]?.address.equals(key(bob)), holders[0]?.lamports], [true, value?.lamports]);
  assert.equal((await connection.getLargestAccounts({ filter: 'nonCirculating' })).value.length, 11);
  assert.equal(await connection.getTotalSupply(), (await connection.getSupply()).value.total);
  assert.deepEqual([...(await connection.getParsedProgramAccounts(tokenProgram))], []);
  assert.equal((await connection.getProgramAccounts(tokenProgram, { withContext: true })).context.slot, 2);
  assert.equal((await connection.getAddressLookupTable(nobody)).value, null);
  assert.equal(await connection.getNonce(nobody), null);
  assert.equal((await connection.getNonceAndContext(nobody)).value, null);
  await assert.rejects(() => connection.getTokenSupply(nobody), /could not find account/);
  await assert.rejects(() => connection.getTokenAccountBalance(key(bob)), /not a Token account/);
  await assert.rejects(() => connection.getTokenLargestAccounts(key(bob)), /not a Token mint/);
});

test('the chain, its leaders and its validators', async (t) => {
  const { connection, chain } = await connect(t);
  const leader = await connection.getSlotLeader();
  assert.deepEqual(
    (await connection.getSlotLeaders(1, 2)).map((one) => one.toBase58()),
    [leader, leader],
  );
  assert.deepEqual(Object.keys(await connection.getLeaderSchedule()).includes(leader), true);
  assert.deepEqual((await connection.getBlockProduction()).value.range, { firstSlot: 0, lastSlot: 2 });
  assert.deepEqual(await connection.getVoteAccounts(), { current: [], delinquent: [] });
  assert.equal((await connection.getStakeMinimumDelegation()).value, 1_000);
  const { context, value } = await connection.getLatestBlockhashAndContext();
  assert.deepEqual([context.slot, value.lastValidBlockHeight], [2, 152]);
  assert.equal((await connection.getRecentBlockhash()).blockhash, value.blockhash);
  assert.equal((await connection.getRecentBlockhashAndContext()).value.blockhash, value.blockhash);
  assert.equal(await connection.getBlockTime(1), chain.header(1)?.timestamp);
});

test('blocks and transactions under the old names', async (t) => {
  const { connection, signatures } = await connect(t);
  const [first = '', second = ''] = signatures;
  assert.equal((await connection.getConfirmedBlock(1)).transactions.length, 1);
  assert.deepEqual((await connection.getConfirmedBlockSignatures(1)).signatures, [first]);
  assert.equal((await connection.getConfirmedTransaction(first))?.slot, 1);
  const parsed = await connection.getParsedConfirmedTransaction(first);
  assert.equal(parsed?.transaction.message.accountKeys[0]?.signer, true);
  assert.equal((await connection.getParsedConfirmedTransactions([first, second])).length, 2);
  assert.deepEqual(await connection.getConfirmedSignaturesForAddress(key(bob), 1, 2), [second, first]);
  const known = await connection.getConfirmedSignaturesForAddress2(key(bob));
  assert.deepEqual(
    known.map(({ signature }) => signature),
    [second, first],
  );
  const { blockhash } = await connection.getLatestBlockhash();
  const { value: price } = await connection.getFeeCalculatorForBlockhash(blockhash);
  assert.ok((price?.lamportsPerSignature ?? 0) > 0);
  await assert.rejects(() => connection.getStakeActivation(key(bob)), /not a stake account/);
});

test('signatures and programs are followed', async (t) => {
  const { connection, mine, receive } = await connect(t);
  type Subscriptions = Readonly<Record<string, { readonly method: string; readonly state: string } | undefined>>;
  const { _subscriptionsByHash: subscriptions } = connection as unknown as { _subscriptionsByHash: Subscriptions };
  const subscribed = (method: string, times: number) => {
    const found = () =>
      Object.values(subscriptions).filter((one) => one?.method === method && one.state === 'subscribed');
    return until(() => found().length >= times, `${times} times ${method}`);
  };
  const tx = signed({ nonce: 2n });
  const received: string[] = [];
  connection.onSignatureWithOptions(toSignature(tx.hash), ({ type }) => received.push(type), {
    commitment: 'confirmed',
    enableReceivedNotification: true,
  });
  const cancelled = connection.onSignature(toSignature(signed({ nonce: 9n }).hash), () => received.push('never'));
  const confirmed = connection.confirmTransaction(toSignature(tx.hash));
  await subscribed('signatureSubscribe', 3);
  receive(tx);
  mine([tx]);
  assert.deepEqual((await confirmed).value, { err: null });
  assert.deepEqual(received, ['received'], 'the client itself ends such a subscription with the first message');
  await connection.removeSignatureListener(cancelled);
  const programs: string[] = [];
  const all = connection.onProgramAccountChange(
    SystemProgram.programId,
    ({ accountId }) => programs.push(accountId.toBase58()),
    { encoding: 'base64', filters: [{ dataSize: 0 }] },
  );
  await subscribed('programSubscribe', 1);
  mine([signed({ nonce: 3n })]);
  await until(() => programs.length >= 2, 'two notifications');
  assert.deepEqual(programs.sort(), [key(alice).toBase58(), key(bob).toBase58()].sort());
  await connection.removeProgramAccountChangeListener(all);
  await untilIdle(connection);
});
