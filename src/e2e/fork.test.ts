import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createWalletClient,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { assemble, returnTop } from '../testing/evm/assemble.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [aliceKey, bobKey] = developmentAccounts.map(({ privateKey }) => privateKey as Hex);
const [alice, bob] = [privateKeyToAccount(aliceKey ?? '0x'), privateKeyToAccount(bobKey ?? '0x')];
const { abi, bytecode } = compileContract('Vault');
/** accounts that only the origin has */
const carol = '0x00000000000000000000000000000000000ca401';
const dave = '0x00000000000000000000000000000000000ca403';

const walletOf = ({ urls }: TestNode) =>
  createWalletClient({ transport: http(urls.http, { retryCount: 0 }) }).extend(publicActions);
type Wallet = ReturnType<typeof walletOf>;

/** Sends with a key and returns the receipt of a transaction that succeeded. */
async function send(wallet: Wallet, account: typeof alice, request: { to?: Hex; data?: Hex; value?: bigint }) {
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
    forkBlock = await originWallet.getBlockNumber();
    fork = await startTestNode(owner, { flags: { ...flags, 'fork.url': origin.urls.http } });
    wallet = walletOf(fork);
    await send(originWallet, bob, { to: vault, data: deposit, value: 70n }); // later than the fork
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

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
    assert.equal(await wallet.getTransactionCount({ address: alice.address }), 4);
    assert.equal(await wallet.getBalance({ address: '0x00000000000000000000000000000000000ca402' }), 0n);
  });

  test('executes transactions on top, and keeps what they change', async () => {
    const { blockNumber } = await send(wallet, bob, { to: vault, data: deposit, value: 11n });
    assert.equal(blockNumber, forkBlock + 2n);
    assert.equal(await deposits(wallet, bob.address), 11n);
    assert.equal(await deposits(wallet, alice.address), 5n);
    assert.equal(await deposits(wallet, bob.address, forkBlock + 1n), 0n);
    assert.equal(await wallet.getBalance({ address: vault }), 16n);
    assert.equal(await wallet.getBalance({ address: vault, blockNumber: forkBlock + 1n }), 5n);
    const created = await send(wallet, alice, { data: bytecode as Hex });
    assert.equal(created.contractAddress, getContractAddress({ from: alice.address, nonce: 4n }).toLowerCase());
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

  test('code sees the hashes of the origin', async () => {
    const code = toHex(assemble(forkBlock - 1n, 'BLOCKHASH', ...returnTop));
    const { data } = await wallet.call({ to: carol, stateOverride: [{ address: carol, code }] });
    assert.equal(data, (await originWallet.getBlock({ blockNumber: forkBlock - 1n })).hash);
  });

  test('continues without the origin', async () => {
    const height = await wallet.getBlockNumber({ cacheTime: 0 });
    await origin.close();
    await fork.restart();
    wallet = walletOf(fork);
    assert.equal(await wallet.getBlockNumber(), height);
    assert.equal(await deposits(wallet, alice.address), 5n);
    await send(wallet, bob, { to: vault, data: deposit, value: 1n });
    assert.equal(await deposits(wallet, bob.address), 12n);
  });
});
