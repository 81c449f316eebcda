import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createWalletClient,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  pad,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { xqoreAddress } from '../modules/addresses.ts';
import { bigintToFixedBytes } from '../primitives/bytes.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { quantity } from '../primitives/quantity.ts';
import { assemble, returnTop } from '../testing/evm/assemble.ts';
import { errorText, postJson } from '../testing/raw-rpc.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [aliceKey = '0x', bobKey = '0x', longKey = '0x'] = developmentAccounts.map(({ privateKey }) => privateKey as Hex);
const [alice, bob] = [privateKeyToAccount(aliceKey), privateKeyToAccount(bobKey)];
const { abi, bytecode } = compileContract('Vault');
/** accounts that only the origin has */
const carol = '0x00000000000000000000000000000000000ca401';
const erin = '0x00000000000000000000000000000000000ca405';
const dave = '0x00000000000000000000000000000000000ca403';

const walletOf = ({ urls }: TestNode) =>
  createWalletClient({ cacheTime: 0, transport: http(urls.http, { retryCount: 0 }) }).extend(publicActions);
type Wallet = ReturnType<typeof walletOf>;

const encodeLock = (amount: bigint) =>
  encodeFunctionData({ abi: parseAbi(['function lock(uint256)']), functionName: 'lock', args: [amount] });

async function ask({ urls }: TestNode, method: string, ...params: readonly unknown[]) {
  return postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
}

/** Sends with a key and returns the receipt of a transaction that succeeded. */
async function send(
  wallet: Wallet,
  account: typeof alice,
  request: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint },
) {
  const hash = await wallet.sendTransaction({ ...request, account, chain: null });
  const receipt = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  assert.equal(receipt.status, 'success');
  return receipt;
}

describe('a fork of another node', () => {
  const closers: (() => Promise<void>)[] = [];
  const owner = { after: (end: () => Promise<void>) => void closers.push(end) };
  const flags = { 'consensus.block-interval': '0s' };
  let origin: TestNode;
  let originWallet: Wallet;
  let fork: TestNode;
  let wallet: Wallet;
  let vault: Hex;
  let forkBlock: bigint;

  const deposits = (client: Wallet, who: Hex, blockNumber?: bigint) =>
    client.readContract({
      address: vault,
      abi,
      functionName: 'deposits',
      args: [who],
      ...(blockNumber && { blockNumber }),
    });
  const deposit = encodeFunctionData({ abi, functionName: 'deposit' });

  before(async () => {
    origin = await startTestNode(owner, { flags });
    originWallet = walletOf(origin);
    const created = await send(originWallet, alice, { data: bytecode as Hex });
    vault = created.contractAddress ?? '0x';
    await send(originWallet, alice, { to: vault, data: deposit, value: 5n });
    await send(originWallet, alice, { to: carol, value: parseEther('3') });
    await send(originWallet, alice, { to: dave, value: parseEther('9') });
    await send(originWallet, alice, { to: erin, value: 77n });
    await send(originWallet, alice, { to: xqoreAddress, data: encodeLock(250_000_000n) });
    forkBlock = await originWallet.getBlockNumber();
    fork = await startTestNode(owner, { flags: { ...flags, 'fork.url': origin.urls.http } });
    wallet = walletOf(fork);
    await send(originWallet, bob, { to: vault, data: deposit, value: 70n }); // later than the fork
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });
  // Each test begins with the fork as it was made.
  let snapshot: unknown;
  beforeEach(async () => {
    snapshot = (await ask(fork, 'evm_snapshot')).result;
  });
  afterEach(async () => void (await ask(fork, 'evm_revert', snapshot)));
  const depositForBob = () => send(wallet, bob, { to: vault, data: deposit, value: 11n });

  test('continues after the block of the origin', async () => {
    const block = await wallet.getBlock({ blockTag: 'latest' });
    assert.equal(block.number, forkBlock + 1n);
    assert.equal(block.parentHash, (await originWallet.getBlock({ blockNumber: forkBlock })).hash);
    assert.equal(await wallet.getChainId(), 9800);
  });

  test('reads accounts, code and storage of the origin', async () => {
    assert.equal(await wallet.getBalance({ address: carol }), parseEther('3'));
    assert.equal(await wallet.getCode({ address: vault }), await originWallet.getCode({ address: vault }));
    assert.equal(await deposits(wallet, alice.address), 5n);
    assert.equal(await deposits(wallet, bob.address), 0n);
    assert.equal(await wallet.getTransactionCount({ address: alice.address }), 6);
    assert.equal(await wallet.getBalance({ address: '0x00000000000000000000000000000000000ca402' }), 0n);
  });

  test('begins with the records of native modules', async () => {
    const position = (node: TestNode) => ask(node, 'qor_getXQOREPosition', alice.address);
    const { result } = await position(fork);
    assert.deepEqual(result, (await position(origin)).result);
    assert.match(JSON.stringify(result), /"250000000"/);
    const entries = (node: TestNode, block: string) => ask(node, 'qord_getEntries', xqoreAddress, null, 1000, block);
    assert.deepEqual((await entries(fork, 'latest')).result, (await entries(origin, quantity(forkBlock))).result);
    await send(wallet, alice, { to: xqoreAddress, data: encodeLock(1_000_000n) });
    assert.match(JSON.stringify((await position(fork)).result), /"251000000"/);
    assert.match(JSON.stringify((await position(origin)).result), /"250000000"/);
  });

  test('executes transactions on top, and keeps what they change', async () => {
    const { blockNumber } = await depositForBob();
    assert.equal(blockNumber, forkBlock + 2n);
    assert.equal(await deposits(wallet, bob.address), 11n);
    assert.equal(await deposits(wallet, alice.address), 5n);
    assert.equal(await deposits(wallet, bob.address, forkBlock + 1n), 0n);
    assert.equal(await wallet.getBalance({ address: vault }), 16n);
    assert.equal(await wallet.getBalance({ address: vault, blockNumber: forkBlock + 1n }), 5n);
    const created = await send(wallet, alice, { data: bytecode as Hex });
    assert.equal(created.contractAddress, getContractAddress({ from: alice.address, nonce: 6n }).toLowerCase());
    await send(wallet, alice, { to: carol, value: 1n });
    assert.equal(await wallet.getBalance({ address: carol }), parseEther('3') + 1n);
  });

  test('executes in a thread what takes long', async () => {
    const code = assemble(
      ...[800_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI'],
      BigInt(dave),
      'BALANCE',
      ...returnTop,
    );
    const { data } = await wallet.call({ to: carol, stateOverride: [{ address: carol, code: toHex(code) }] });
    assert.equal(BigInt(data ?? 0), parseEther('9'));
  });

  test('executes a long transaction in a thread, too', async () => {
    const account = privateKeyToAccount(longKey);
    const loop = [800_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI'];
    const code = assemble(...loop, BigInt(erin), 'BALANCE', forkBlock - 2n, 'BLOCKHASH', 'POP', ...returnTop);
    const { contractAddress } = await send(wallet, account, { data: toHex(code), gas: 30_000_000n });
    assert.equal(await wallet.getCode({ address: contractAddress ?? '0x' }), toHex(bigintToFixedBytes(77n, 32)));
  });

  test('code sees the hashes of the origin', async () => {
    const code = toHex(assemble(forkBlock - 1n, 'BLOCKHASH', ...returnTop));
    const { data } = await wallet.call({ to: carol, stateOverride: [{ address: carol, code }] });
    assert.equal(data, (await originWallet.getBlock({ blockNumber: forkBlock - 1n })).hash);
  });

  test('passes requests about blocks below on', async () => {
    const below = { blockNumber: forkBlock };
    const [ours, theirs] = await Promise.all([wallet.getBlock(below), originWallet.getBlock(below)]);
    assert.deepEqual(ours, theirs);
    assert.deepEqual(await wallet.getBlock({ blockHash: theirs.hash }), theirs);
    const [hash = '0x'] = theirs.transactions;
    assert.deepEqual(await wallet.getTransactionReceipt({ hash }), await originWallet.getTransactionReceipt({ hash }));
    assert.deepEqual(await wallet.getTransaction({ hash }), await originWallet.getTransaction({ hash }));
    const trace = ['debug_traceTransaction', hash, { tracer: 'callTracer' }] as const;
    assert.deepEqual(await ask(fork, ...trace), await ask(origin, ...trace));
    assert.equal(await wallet.getBalance({ address: carol, blockNumber: 1n }), 0n);
    assert.equal(await deposits(wallet, alice.address, forkBlock), 5n);
    assert.equal((await wallet.getBlock({ blockTag: 'earliest' })).number, 0n);
  });

  test('does not have later blocks and transactions of the origin', async () => {
    const later = await originWallet.getBlock({ blockNumber: forkBlock + 1n });
    assert.equal((await ask(fork, 'eth_getBlockByHash', later.hash, false)).result, null);
    assert.equal((await ask(fork, 'eth_getTransactionReceipt', later.transactions[0])).result, null);
    assert.equal(errorText(await ask(fork, 'eth_getLogs', { blockHash: later.hash })), '-32000 unknown block');
    assert.notEqual((await wallet.getBlock({ blockNumber: forkBlock + 1n })).hash, later.hash);
  });

  test('joins the logs of both', async () => {
    await depositForBob();
    const find = (fromBlock: bigint | 'earliest', toBlock: bigint | 'latest') =>
      wallet.getLogs({ address: vault, fromBlock, toBlock });
    const all = await find('earliest', 'latest');
    assert.deepEqual(
      all.map(({ blockNumber, data }) => [blockNumber <= forkBlock, BigInt(data)]),
      [
        [true, 5n],
        [false, 11n],
      ],
    );
    assert.deepEqual(await find(0n, forkBlock), all.slice(0, 1));
    assert.deepEqual(await find(forkBlock + 1n, 'latest'), all.slice(1));
    assert.deepEqual(await find(0n, 0n), []);
    assert.deepEqual(await wallet.getLogs({ blockHash: all[0]?.blockHash ?? '0x' }), all.slice(0, 1));
    const topics = [all.map(({ topics: [kind] }) => kind), null].slice(0, all[0]?.topics.length);
    for (const request of [
      { fromBlock: 'earliest', address: vault },
      { fromBlock: '0x0', toBlock: 'pending', address: [carol, vault], topics },
      { fromBlock: quantity(forkBlock), toBlock: quantity(forkBlock) },
      { blockHash: all[0]?.blockHash, address: vault },
      { blockHash: all[1]?.blockHash, address: vault },
    ]) {
      const { result: filter } = await ask(fork, 'eth_newFilter', request);
      const { result: logs } = await ask(fork, 'eth_getLogs', request);
      assert.ok(Array.isArray(logs) && logs.length > 0);
      assert.deepEqual((await ask(fork, 'eth_getFilterLogs', filter)).result, logs);
    }
  });

  test('describes itself as anvil does', async () => {
    const { forkedNetwork } = (await ask(fork, 'anvil_metadata')).result as Record<string, unknown>;
    const { hash } = await originWallet.getBlock({ blockNumber: forkBlock });
    assert.deepEqual(forkedNetwork, { chainId: 9800, forkBlockNumber: Number(forkBlock), forkBlockHash: hash });
    const { forkConfig } = (await ask(fork, 'anvil_nodeInfo')).result as Record<string, unknown>;
    const expected = { forkUrl: origin.urls.http, forkBlockNumber: Number(forkBlock), forkRetryBackoff: 500 };
    assert.deepEqual(forkConfig, expected);
    assert.equal(
      errorText(await ask(origin, 'anvil_setRpcUrl', 'http://localhost')),
      '-32000 this network is no fork: start it with --fork-url',
    );
  });

  test('proves what it has set, and nothing else', async () => {
    await depositForBob();
    const proof = await wallet.getProof({ address: vault, storageKeys: [] });
    assert.equal(proof.balance, 16n);
    const { error } = await ask(fork, 'eth_getProof', dave, [], 'latest');
    assert.match(error?.message ?? '', /is not part of the tree of this fork/);
  });

  test('goes back to its first block', async () => {
    const id = (await ask(fork, 'evm_snapshot')).result;
    await ask(fork, 'anvil_setStorageAt', vault, pad('0x7'), pad('0x1'));
    await ask(fork, 'anvil_setBalance', dave, '0x0');
    assert.equal(await wallet.getBalance({ address: dave }), 0n);
    await ask(fork, 'evm_revert', id);
    assert.equal(await wallet.getBalance({ address: dave }), parseEther('9'));
    assert.equal(await wallet.getStorageAt({ address: vault, slot: pad('0x7') }), pad('0x0'));
    const reset = (forking: object) => ask(fork, 'hardhat_reset', { forking });
    const jsonRpcUrl = origin.urls.http;
    assert.equal(errorText(await reset({ jsonRpcUrl, blockNumber: Number(forkBlock) })), 'result null');
    assert.equal(await wallet.getBlockNumber(), forkBlock + 1n);
    assert.equal(await deposits(wallet, bob.address), 0n);
    await depositForBob();
  });

  test('continues without the origin', async () => {
    await depositForBob();
    const height = await wallet.getBlockNumber();
    const before = BigInt(String(await deposits(wallet, bob.address)));
    assert.equal(await deposits(wallet, alice.address), 5n, 'what has been read is kept');
    await origin.close();
    await fork.restart();
    wallet = walletOf(fork);
    assert.equal(await wallet.getBlockNumber(), height);
    assert.equal(await deposits(wallet, alice.address), 5n);
    await send(wallet, bob, { to: vault, data: deposit, value: 1n });
    assert.equal(await deposits(wallet, bob.address), before + 1n);
  });
});
