import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transaction, Wallet } from 'ethers';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { homePaths } from '../config/home.ts';
import { exportHome } from '../node/export-home.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const [alice = '0x', bob = '0x'] = developmentAccounts.map(({ address }) => address);
const [aliceKey = '0x', bobKey = '0x'] = developmentAccounts.map(({ privateKey }) => privateKey as Hex);
/** Init code of a contract that logs CHAINID (LOG0) and stores it at slot 0 when it is called, and returns it. */
const deployed = '466000524660005560206000a060206000f3';
const initCode = `0x60${(deployed.length / 2).toString(16).padStart(2, '0')}600c60003960${(deployed.length / 2).toString(16).padStart(2, '0')}6000f3${deployed}`;
const returnId = '0x4660005260206000f3';

function asker(url: string) {
  const ask = async (method: string, ...params: unknown[]) => {
    const { result, error } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result as never;
  };
  return {
    ask,
    idAt: async (block: unknown) => BigInt(await ask('eth_call', { data: returnId }, block)),
    head: async () => Number(await ask('eth_blockNumber')),
    ids: async () => [await ask('eth_chainId'), await ask('net_version'), await ask('eth_networkId')],
  };
}

function signed(chainId: bigint, nonce: number, fields: object = {}, key = aliceKey): Hex {
  const tx = Transaction.from({
    ...{ type: 2, chainId, nonce, gasLimit: 200_000, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n, to: bob },
    ...fields,
  });
  tx.signature = new Wallet(key).signingKey.sign(tx.unsignedHash);
  return tx.serialized as Hex;
}

test('the chain id is what was set from the next block on, at each height that of its blocks, also after a restart', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { ask, head, ids } = asker(node.urls.http);
  const created: { contractAddress: Hex } = await ask(
    'eth_sendRawTransactionSync',
    signed(9800n, 0, { to: null, data: initCode }),
  );
  const contract = created.contractAddress;
  const callOf = async (chainId: bigint, nonce: number, type: number) => {
    const fees = type < 2 ? { maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 10n ** 12n } : {};
    const raw = signed(chainId, nonce, { to: contract, type, ...fees });
    const { transactionHash }: { transactionHash: Hex } = await ask('eth_sendRawTransactionSync', raw);
    return transactionHash;
  };
  const old = await callOf(9800n, 1, 2);
  const before = await head();
  assert.equal(await ask('anvil_setChainId', 31337), null);
  const changed = await head();
  assert.deepEqual(await ids(), ['0x7a69', '31337', '31337']);
  for (const type of [0, 1, 2])
    await assert.rejects(callOf(9800n, 2, type), /invalid chain id for signer: have 9800 want 31337/);
  const hashes = [await callOf(31337n, 2, 0), await callOf(31337n, 3, 1), await callOf(31337n, 4, 2)];

  const check = async () => {
    const again = asker(node.urls.http);
    assert.deepEqual(await again.ids(), ['0x7a69', '31337', '31337']);
    assert.deepEqual(
      [await again.idAt(`0x${before.toString(16)}`), await again.idAt(`0x${changed.toString(16)}`)],
      [9800n, 31337n],
    );
    assert.deepEqual([await again.idAt('latest'), await again.idAt('pending')], [31337n, 31337n]);
    for (const [hash, id] of [[old, 9800n], ...hashes.map((each) => [each, 31337n] as const)] as const) {
      const receipt: { status: string; gasUsed: Hex; logs: { data: Hex }[] } = await again.ask(
        'eth_getTransactionReceipt',
        hash,
      );
      assert.deepEqual([receipt.status, BigInt(receipt.logs[0]?.data ?? 0)], ['0x1', id]);
      const trace: { gasUsed: Hex; output: Hex } = await again.ask('debug_traceTransaction', hash, {
        tracer: 'callTracer',
      });
      assert.deepEqual([trace.gasUsed, BigInt(trace.output)], [receipt.gasUsed, id]);
      const replayed: { output: Hex } = await again.ask('trace_replayTransaction', hash, ['trace']);
      assert.equal(BigInt(replayed.output), id);
    }
    const config: { current: { chainId: string } } = await again.ask('eth_config');
    const info: { environment: { chainId: number } } = await again.ask('anvil_nodeInfo');
    const metadata: { chainId: number } = await again.ask('hardhat_metadata');
    assert.deepEqual([config.current.chainId, info.environment.chainId, metadata.chainId], ['0x7a69', 31337, 31337]);
    const admin: { protocols: { eth: { network: number } } } = await again.ask('admin_nodeInfo');
    assert.equal(admin.protocols.eth.network, 31337);
    assert.match(await (await fetch(node.urls.http)).text(), /chain id 31337 \(0x7a69\)/);
    const blocks: { calls: { returnData: Hex }[] }[] = await again.ask('eth_simulateV1', {
      blockStateCalls: [{ calls: [{ to: contract }] }],
    });
    assert.equal(BigInt(blocks[0]?.calls[0]?.returnData ?? 0), 31337n);
  };
  await check();
  await node.restart();
  await check();
});

test('what names a chain id beside a call, and what the node signs, follows it', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { ask, head } = asker(node.urls.http);
  const before = `0x${(await head()).toString(16)}`;
  await ask('hardhat_setChainId', '0x5');
  const call = (chainId: string, block: string) => ask('eth_call', { data: returnId, chainId }, block);
  assert.equal(BigInt(await call('0x5', 'latest')), 5n);
  assert.equal(BigInt(await call('0x2648', before)), 9800n);
  await assert.rejects(call('0x2648', 'latest'), /chainId does not match node's \(have=9800, want=5\)/);
  await assert.rejects(call('0x5', before), /\(have=5, want=9800\)/);
  await assert.rejects(ask('debug_traceCall', { data: returnId, chainId: '0x2648' }, 'latest'), /want=5/);
  await assert.rejects(ask('trace_call', { data: returnId, chainId: '0x2648' }, ['trace'], 'latest'), /want=5/);
  await assert.rejects(
    ask('eth_callMany', [{ transactions: [{ data: returnId, chainId: '0x2648' }] }], { blockNumber: 'latest' }),
    /want=5/,
  );
  const hash = await ask('eth_sendTransaction', { from: alice, to: bob });
  assert.equal(((await ask('eth_getTransactionByHash', hash)) as { chainId: string }).chainId, '0x5');
  const { tx }: { tx: { chainId: string } } = await ask('eth_signTransaction', { from: alice, to: bob, gas: '0x5208' });
  assert.equal(tx.chainId, '0x5');
  await assert.rejects(ask('eth_sendTransaction', { from: alice, to: bob, chainId: '0x2648' }), /want=5/);
  // EIP-7702: of one authorization for each id, the one for the new id holds
  const bobAccount = privateKeyToAccount(bobKey);
  const delegate = `0x${'77'.repeat(20)}` as const;
  for (const [chainId, isValid] of [
    [9800, false],
    [5, true],
  ] as const) {
    const { nonce, ...signature } = await bobAccount.signAuthorization({ address: delegate, chainId, nonce: 0 });
    const { r, s, yParity } = signature;
    const authorizationList = [
      { address: delegate, chainId: `0x${chainId.toString(16)}`, nonce: `0x${nonce}`, r, s, yParity: `0x${yParity}` },
    ];
    await ask('eth_sendTransactionSync', { from: alice, to: alice, gas: '0x30000', authorizationList });
    assert.equal(((await ask('eth_getCode', bob)) as string).endsWith('7777'), isValid);
  }
});

test('reverts, rollbacks and reorganisations take it back; waiting transactions of another id are dropped', async (t) => {
  const node = await spawnNode(t, temporaryFolder(t), { 'consensus.block-interval': '0s' });
  const { ask, ids, idAt, head } = asker(node.urls.http ?? '');
  const snapshot = await ask('evm_snapshot');
  await ask('anvil_setChainId', 5);
  const inner = await ask('evm_snapshot');
  await ask('anvil_setChainId', 6);
  await ask('evm_mine');
  assert.equal(await ask('evm_revert', inner), true);
  assert.deepEqual(await ids(), ['0x5', '5', '5']);
  await ask('anvil_setChainId', 7);
  await ask('anvil_rollback', 1);
  assert.equal(await ask('eth_chainId'), '0x5');
  await ask('anvil_setChainId', 8);
  await ask('anvil_reorg', 1, []);
  assert.equal(await ask('eth_chainId'), '0x5');

  await ask('evm_setAutomine', false);
  const kept = await ask(
    'eth_sendRawTransaction',
    signed(0n, 0, { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 10n ** 12n, chainId: 0n }),
  );
  const dropped = [
    await ask('eth_sendRawTransaction', signed(5n, 1)),
    await ask('eth_sendRawTransaction', signed(5n, 0, {}, bobKey)),
  ];
  await ask('anvil_setChainId', 9);
  assert.deepEqual(await ask('txpool_status'), { pending: '0x1', queued: '0x0' });
  for (const hash of dropped) assert.equal(await ask('eth_getTransactionByHash', hash), null);
  assert.notEqual(await ask('eth_getTransactionByHash', kept), null);
  await ask('eth_sendRawTransaction', signed(9n, 1));
  await ask('evm_mine');
  assert.deepEqual(await ask('txpool_status'), { pending: '0x0', queued: '0x0' });

  const height = await head();
  await ask('anvil_setChainId', 9);
  assert.equal(await head(), height, 'the same id makes no block');
  assert.equal(await ask('evm_revert', snapshot), true);
  assert.deepEqual([await ids(), await idAt('latest')], [['0x2648', '9800', '9800'], 9800n]);
  await node.stop('SIGTERM');
  assert.ok(
    node.records.some(
      ({ msg }) =>
        msg === 'the chain id is 9 from the next block on: 2 waiting transactions were signed for 5 and are dropped',
    ),
  );
});

test('ids that clients cannot hold are refused, all others accepted', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { ask, idAt } = asker(node.urls.http);
  for (const [given, id] of [
    [0, 0n],
    ['1', 1n],
    ['0x1fffffffffffff', 2n ** 53n - 1n],
    [9800, 9800n],
  ] as const) {
    await ask('anvil_setChainId', given);
    assert.deepEqual([BigInt(await ask('eth_chainId')), await idAt('latest')], [id, id]);
    const { status }: { status: string } = await ask('eth_sendTransactionSync', { from: alice, to: bob });
    assert.equal(status, '0x1');
  }
  for (const given of [2 ** 53, '0xffffffffffffffff', `0x1${'0'.repeat(64)}`, -1, 1.5, null])
    await assert.rejects(ask('anvil_setChainId', given), { code: -32602 }, String(given));
  assert.equal(await ask('eth_chainId'), '0x2648');
});

test('a saved state and a fork have the right id', async (t) => {
  const flags = { 'consensus.block-interval': '0s' };
  const node = await startTestNode(t, { flags });
  const { ask, head } = asker(node.urls.http);
  const before = await head();
  await ask('anvil_setChainId', 77);
  await ask('anvil_setBalance', `0x${'dd'.repeat(20)}`, '0x7');
  const saved = await ask('anvil_dumpState');
  const other = asker((await startTestNode(t, { flags })).urls.http);
  await other.ask('anvil_setChainId', 78);
  await other.ask('anvil_loadState', saved);
  assert.deepEqual(
    [await other.ask('eth_chainId'), await other.ask('eth_getBalance', `0x${'dd'.repeat(20)}`)],
    ['0x4e', '0x7'],
  );
  for (const [block, id] of [
    [before, 9800n],
    [-1, 77n],
  ] as const) {
    const fork = await startTestNode(t, {
      flags: { ...flags, 'fork.url': node.urls.http, 'fork.block-number': String(block) },
    });
    const { ask: askFork, idAt } = asker(fork.urls.http);
    assert.deepEqual([BigInt(await askFork('eth_chainId')), await idAt('latest')], [id, id]);
    await askFork('anvil_setChainId', 79);
    assert.deepEqual([BigInt(await askFork('eth_chainId')), await idAt('latest')], [79n, 79n]);
  }
  const named = await startTestNode(t, { flags: { ...flags, 'fork.url': node.urls.http, 'fork.chain-id': '80' } });
  assert.equal(await asker(named.urls.http).ask('eth_chainId'), '0x50');
});

test('calls see the new id at once, as in anvil', { skip: anvilMissing }, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const seen = async (url: string) => {
    const { ask, ids, idAt } = asker(url);
    const results: unknown[] = [
      await ask('anvil_setChainId', 5),
      await ids(),
      await idAt('latest'),
      await idAt('pending'),
    ];
    for (const chainId of [5n, 5n, 9n])
      results.push(
        await ask('eth_sendRawTransaction', signed(chainId, results.length - 4)).then(
          () => 'sent',
          () => 'refused',
        ),
      );
    const info: { environment: { chainId: number } } = await ask('anvil_nodeInfo');
    return [...results, info.environment.chainId, ((await ask('anvil_metadata')) as { chainId: number }).chainId];
  };
  const here = await seen(node.urls.http);
  assert.deepEqual(here, await seen((await startAnvil(t)).url));
  assert.deepEqual(here.slice(4, 7), ['sent', 'sent', 'refused']);
});

test('an exported genesis has the newest id', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  await asker(node.urls.http).ask('anvil_setChainId', 77);
  await node.close();
  let text = '';
  for await (const chunk of exportHome(homePaths(node.home), '')) text += chunk;
  const document = parseGenesis(text);
  assert.deepEqual([document.chainId, JSON.stringify(document.modules.authority).includes('chain_id')], [77, false]);
});

test('in one batch each request sees the id that those before it have set; below a fork the origin answers', async (t) => {
  const flags = { 'consensus.block-interval': '0s' };
  const node = await startTestNode(t, { flags });
  const batch = [
    ['anvil_setChainId', 5],
    ['eth_sendRawTransactionSync', signed(5n, 0)],
    ['anvil_setChainId', 6],
    ['eth_sendRawTransaction', signed(5n, 1)],
    ['eth_chainId'],
  ].map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const answers = await postJson<RawResponse[]>(node.urls.http, JSON.stringify(batch));
  const [, sent, , refused, last] = answers;
  assert.match(JSON.stringify(sent?.result), /"status":"0x1"/);
  assert.match(refused?.error?.message ?? '', /have 5 want 6/);
  assert.equal(last?.result, '0x6');
  const fork = asker((await startTestNode(t, { flags: { ...flags, 'fork.url': node.urls.http } })).urls.http);
  await fork.ask('anvil_setChainId', 7);
  assert.deepEqual([await fork.idAt('0x0'), await fork.idAt('0x1'), await fork.idAt('latest')], [9800n, 5n, 7n]);
});
