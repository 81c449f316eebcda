import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase58 } from '../../../primitives/address.ts';
import { toSignature } from '../../../svm/signature.ts';
import { bob, carol, openSvmInterface, signed } from '../../../testing/interfaces/svm-interface.ts';
import { connectSvmSocket } from '../../../testing/interfaces/svm-socket.ts';
import { postJson, requestText } from '../../../testing/raw-rpc.ts';
import { startTestNode } from '../../../testing/test-node.ts';
import { until } from '../../../testing/until.ts';

const enabled = { 'enable-block-subscription': true, 'enable-vote-subscription': true };
type Update = { context: { slot: number }; value: { slot: number; err: null; block: Record<string, unknown> } };

test('whole blocks, as getBlock shows them, in each form that somebody subscribed to', async (t) => {
  const { webSocketUrl, mine, call } = await openSvmInterface(t, undefined, enabled);
  const { request, notifications } = await connectSvmSocket(t, webSocketUrl);
  const forms = [
    {},
    { encoding: 'json', showRewards: true, maxSupportedTransactionVersion: 0 },
    { transactionDetails: 'accounts' },
    { transactionDetails: 'signatures', commitment: 'finalized' },
    { transactionDetails: 'none', encoding: 'jsonParsed' },
  ];
  const ids: unknown[] = [];
  for (const form of forms) ids.push(await request('blockSubscribe', 'all', form));
  const again = await request('blockSubscribe', 'all');
  assert.equal(new Set([...ids, again]).size, 6);
  mine([signed({ nonce: 0n }), signed({ nonce: 1n, to: carol })]);
  await request('getVersion');
  const byId = new Map(notifications.map(({ params }) => [params.subscription, params.result as Update]));
  assert.equal(byId.size, 6);
  for (const [index, { showRewards = false, ...form }] of forms.entries() as Iterable<
    [number, { showRewards?: boolean }]
  >) {
    const expected = await call('getBlock', 1, { encoding: 'base64', ...form, rewards: showRewards });
    const update = byId.get(ids[index] as number);
    assert.deepEqual(update?.value, { slot: 1, err: null, block: expected });
    assert.equal(update?.context.slot, 1);
  }
  assert.deepEqual(byId.get(again as number), byId.get(ids[0] as number));
  assert.equal(await request('blockUnsubscribe', again), true);
  mine();
  await request('getVersion');
  assert.equal(notifications.length, 6 + 5);
});

test('with an account, only the blocks and transactions that mention it', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t, undefined, enabled);
  const { request, notifications } = await connectSvmSocket(t, webSocketUrl);
  await request('blockSubscribe', { mentionsAccountOrProgram: toBase58(carol) }, { transactionDetails: 'signatures' });
  mine();
  mine([signed({ nonce: 0n })]);
  const wanted = signed({ nonce: 2n, to: carol });
  mine([signed({ nonce: 1n, to: bob }), wanted]);
  await request('getVersion');
  assert.equal(notifications.length, 1);
  const value = (notifications[0]?.params.result as Update | undefined)?.value;
  assert.equal(value?.slot, 3);
  assert.deepEqual(value?.block.signatures, [toSignature(wanted.hash)]);
});

test('errors of a subscription to blocks have the words of the reference', async (t) => {
  const { webSocketUrl } = await openSvmInterface(t, undefined, { ...enabled, 'max-subscriptions-per-connection': 1 });
  const { request } = await connectSvmSocket(t, webSocketUrl);
  const fault = async (...params: readonly unknown[]) => {
    const { code, message } = (await request('blockSubscribe', ...params)) as { code: number; message: string };
    return `${code} ${message}`;
  };
  assert.equal(
    await fault({ mentionsAccountOrProgram: 'x' }),
    '-32602 Invalid Request: Invalid mentions_account_or_program provided',
  );
  assert.match(await fault('some'), /^-32602 /);
  assert.equal(
    await fault('all', { commitment: 'processed' }),
    '-32602 Method does not support commitment below `confirmed`',
  );
  assert.equal(await request('voteSubscribe'), 0);
  assert.match(await fault('all'), /^-32603 .*svm-rpc\.max-subscriptions-per-connection/);
});

test('votes of the validator of a node, from its blocks', async (t) => {
  const node = await startTestNode(t, {
    flags: { 'consensus.block-interval': '0s', 'svm-rpc.enable-vote-subscription': 'true' },
  });
  assert.ok(node.urls.svmWebSocket);
  const { request, notifications } = await connectSvmSocket(t, node.urls.svmWebSocket);
  assert.deepEqual(await request('blockSubscribe', 'all'), { code: -32601, message: 'Method not found' });
  const subscription = await request('voteSubscribe');
  for (let block = 0; block < 3; block++) await postJson(node.urls.http, requestText('evm_mine', []));
  await until(() => notifications.length >= 2, 'two votes');
  const [{ params } = { params: undefined }] = notifications.slice(-1);
  const vote = params?.result as Record<string, unknown>;
  assert.equal(params?.subscription, subscription);
  type Accounts = { result: { current: { votePubkey: string }[] } };
  const { result: accounts } = await postJson<Accounts>(node.urls.svm, requestText('getVoteAccounts', []));
  assert.equal(vote.votePubkey, accounts.current[0]?.votePubkey);
  assert.deepEqual(vote.slots, [notifications.length]);
  assert.equal(vote.signature, '1'.repeat(64));
  const { result: block } = await postJson<{ result: { blockhash: string } }>(
    node.urls.svm,
    requestText('getBlock', [String(notifications.length)]),
  );
  assert.equal(vote.hash, block.blockhash);
});
