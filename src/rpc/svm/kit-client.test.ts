import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  isSolanaError,
  lamports,
  signature,
} from '@solana/kit';
import { toBase58 } from '../../primitives/address.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { WorldState } from '../../state/types.ts';
import { toSignature } from '../../svm/signature.ts';
import { alice, bob, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

const [payer, receiver] = [address(toBase58(alice)), address(toBase58(bob))];
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

function fillRich(state: WorldState): void {
  state.mint(alice, 4_500_000_000n * weiPerQor);
  state.mint(bob, 9_007_199_254n * weiPerQor + 740_993n * 10n ** 9n);
}

async function connect(t: Parameters<typeof openSvmInterface>[0]) {
  const svm = await openSvmInterface(t, fillRich);
  return { ...svm, rpc: createSolanaRpc(svm.url) };
}

test('the read surface of the client works, with exact integers', async (t) => {
  const { rpc, mine, chain } = await connect(t);
  const transfers = [0n, 1n].map((nonce) => signed({ nonce, value: 5n * 10n ** 9n }));
  for (const tx of transfers) mine([tx]);
  const signatures = transfers.map(({ hash }) => signature(toSignature(hash)));
  const [first, last] = signatures;
  assert.ok(first && last);

  assert.equal((await rpc.getVersion().send())['solana-core'], '1.18.0-qord');
  assert.equal(await rpc.getHealth().send(), 'ok');
  const balance = 9_007_199_254_000_000_000n + 740_993n + 10n;
  assert.equal((await rpc.getBalance(receiver).send()).value, lamports(balance));
  const info = await rpc.getAccountInfo(receiver, { encoding: 'base64' }).send();
  assert.deepEqual(
    { ...info.value },
    {
      data: ['', 'base64'],
      executable: false,
      lamports: balance,
      owner: '11111111111111111111111111111111',
      rentEpoch: 18_446_744_073_709_551_615n,
      space: 0n,
    },
  );
  const zstd = await rpc.getAccountInfo(receiver, { encoding: 'base64+zstd' }).send();
  assert.deepEqual(zstd.value?.data, ['KLUv/QBYAQAA', 'base64+zstd']);
  assert.equal((await rpc.getMultipleAccounts([payer, receiver]).send()).value.length, 2);
  assert.equal(await rpc.getSlot().send(), 2n);
  assert.equal(await rpc.getBlockHeight().send(), 2n);
  assert.equal(await rpc.getTransactionCount().send(), 2n);
  assert.equal(await rpc.getFirstAvailableBlock().send(), 0n);
  assert.equal(await rpc.minimumLedgerSlot().send(), 0n);
  assert.equal(await rpc.getBlockTime(2n).send(), BigInt(chain.head().timestamp));
  assert.equal(await rpc.getMinimumBalanceForRentExemption(0n).send(), 890_880n);
  assert.equal((await rpc.getEpochInfo().send()).absoluteSlot, 2n);
  assert.equal((await rpc.getEpochSchedule().send()).firstNormalSlot, 0n);
  assert.equal((await rpc.getSlotLeader().send()).length > 30, true);
  assert.equal((await rpc.getIdentity().send()).identity.length > 30, true);
  assert.equal((await rpc.getGenesisHash().send()).length > 30, true);
  assert.equal((await rpc.getClusterNodes().send()).length, 1);
  assert.equal((await rpc.getSupply().send()).value.nonCirculatingAccounts.length, 11);
  assert.equal(typeof (await rpc.getInflationRate().send()).total, 'number');
  assert.equal(typeof (await rpc.getInflationGovernor().send()).taper, 'number');
  assert.deepEqual(await rpc.getInflationReward([payer]).send(), [null]);
  assert.deepEqual(await rpc.getBlocks(0n).send(), [0n, 1n, 2n]);
  assert.deepEqual(await rpc.getBlocksWithLimit(1n, 1).send(), [1n]);
  assert.deepEqual(await rpc.getRecentPerformanceSamples(1).send(), []);
  assert.equal((await rpc.getRecentPrioritizationFees([receiver]).send()).length, 3);
  assert.deepEqual(await rpc.getProgramAccounts(tokenProgram, { encoding: 'base64' }).send(), []);
  const tokens = rpc.getTokenAccountsByOwner(payer, { programId: tokenProgram }, { encoding: 'jsonParsed' });
  assert.deepEqual((await tokens.send()).value, []);
  const { value: latest } = await rpc.getLatestBlockhash().send();
  assert.equal(latest.lastValidBlockHeight, 152n);
  assert.equal((await rpc.isBlockhashValid(latest.blockhash).send()).value, true);

  const history = await rpc.getSignaturesForAddress(receiver, { limit: 1, before: last }).send();
  assert.deepEqual(
    history.map((entry) => entry.signature),
    [first],
  );
  const statuses = await rpc.getSignatureStatuses([first], { searchTransactionHistory: true }).send();
  assert.equal(statuses.value[0]?.confirmationStatus, 'finalized');
  const shown = await rpc.getTransaction(first, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send();
  assert.deepEqual(shown?.meta?.postBalances[1], balance - 5n);
  const raw = await rpc.getTransaction(first, { encoding: 'base64', maxSupportedTransactionVersion: 0 }).send();
  assert.equal(raw?.transaction[1], 'base64');
  const block = await rpc.getBlock(2n, { maxSupportedTransactionVersion: 0, encoding: 'jsonParsed' }).send();
  assert.equal(block?.transactions.length, 1);
});

test('errors keep the codes that the client recognises', async (t) => {
  const { rpc } = await connect(t);
  const wire = Buffer.alloc(100, 1).toString('base64') as Base64EncodedWireTransaction;
  await assert.rejects(
    () => rpc.sendTransaction(wire, { encoding: 'base64' }).send(),
    (error) => {
      assert.ok(isSolanaError(error));
      assert.equal(error.context.__code, 11);
      return error.message.includes('SVM module is disabled');
    },
  );
  await assert.rejects(
    () => rpc.simulateTransaction(wire, { encoding: 'base64' }).send(),
    (error) => isSolanaError(error) && error.context.__code === 11,
  );
  await assert.rejects(() => rpc.requestAirdrop(payer, lamports(1n)).send(), /SVM module is disabled/);
  await assert.rejects(() => rpc.getSlot({ minContextSlot: 2n ** 53n - 1n }).send(), /Minimum context slot/);
  await assert.rejects(() => rpc.getBlock(2n ** 53n - 1n).send(), /Block not available for slot 9007199254740991/);
});

test('subscriptions notify of each block', async (t) => {
  const { mine, receive, webSocketUrl } = await connect(t);
  const subscriptions = createSolanaRpcSubscriptions(webSocketUrl);
  const stop = new AbortController();
  t.after(() => stop.abort());
  const options = { abortSignal: stop.signal };
  const tx = signed({ nonce: 0n, value: 5n * 10n ** 9n });
  const text = signature(toSignature(tx.hash));
  const [slots, roots, accounts, logs, outcome] = [
    iterate(await subscriptions.slotNotifications().subscribe(options)),
    iterate(await subscriptions.rootNotifications().subscribe(options)),
    iterate(await subscriptions.accountNotifications(receiver, { encoding: 'base64' }).subscribe(options)),
    iterate(await subscriptions.logsNotifications({ mentions: [receiver] }).subscribe(options)),
    iterate(await subscriptions.signatureNotifications(text, { enableReceivedNotification: true }).subscribe(options)),
  ];
  receive(tx);
  mine([tx]);
  assert.deepEqual({ ...(await slots()) }, { parent: 0n, root: 1n, slot: 1n });
  assert.equal(await roots(), 1n);
  assert.equal((await accounts()).value.lamports, 9_007_199_254_000_740_998n);
  assert.equal((await logs()).value.signature, text);
  assert.equal((await outcome()).value, 'receivedSignature');
  assert.deepEqual({ ...Object((await outcome()).value) }, { err: null });
});

/** The notifications one by one. The client keeps only what arrives after the first was requested. */
function iterate<T>(news: AsyncIterable<T>): () => Promise<T> {
  const iterator = news[Symbol.asyncIterator]();
  let pending = iterator.next();
  return async () => {
    const { value, done } = await pending;
    if (done) throw new Error('the subscription has ended');
    pending = iterator.next();
    // Ends with the subscription, when nobody waits any more.
    pending.catch(() => {});
    return value;
  };
}
