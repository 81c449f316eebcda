import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { JsonRpcProvider, Wallet } from 'ethers';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { bridgeAddress, gasabstractionAddress } from '../modules/addresses.ts';
import { balances } from '../modules/bridge/records.ts';
import { tokenAddress } from '../modules/bridge/tokens.ts';
import { type Address, toBech32 } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { privateKeyOf } from '../testing/sign-from.ts';
import { addressOf } from '../testing/signing/hybrid.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const alice = 3;
const usdc = 10n ** 9n; // a thousand, in millionths
const weiPerUqor = 10n ** 12n;
/** A key that is none of the ten development accounts, without QOR. */
const poor = new Wallet(`0x${'51'.repeat(32)}`);

/** A network on which three accounts hold bridged USDC, the authority among them. */
function genesis() {
  const key = (account: string) => ['ethereum', 'USDC', account];
  const holders = [toBech32(addressOf(0)), toBech32(addressOf(alice)), toBech32(poor.address.toLowerCase() as Address)];
  return genesisWith({
    bridge: {
      balance: holders.map((account) => ({ key: key(account), value: usdc.toString() })),
      total: [{ key: ['ethereum', 'USDC'], value: { total_locked: `${3n * usdc}`, total_minted: `${3n * usdc}` } }],
    },
  });
}

const tokensOf = ({ chain }: ModuleChain, account: Address) =>
  balances.get(chain.headState(), 'ethereum', 'USDC', account) ?? 0n;
const qorOf = ({ chain }: ModuleChain, account: Address) => chain.headState().account(account)?.balance ?? 0n;

function transferFrom(testChain: ModuleChain, account: number, value: bigint): Transaction {
  const nonce = testChain.chain.headState().account(addressOf(account))?.nonce ?? 0n;
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
  const call = { gasLimit: 50_000n, to: addressOf(9), value, data: emptyBytes, accessList: [] };
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, ...call }, privateKeyOf(account));
}

/** Executes one transaction; returns what it cost in wei of QOR, and in millionths of USDC. */
function costOf(testChain: ModuleChain, tx: Transaction) {
  const before = [qorOf(testChain, tx.sender), tokensOf(testChain, tx.sender)] as const;
  const [receipt] = testChain.mine({ transactions: [tx] }).receipts;
  assert.equal(receipt?.status, 1);
  const token = tokenAddress({ chain: 'ethereum', asset: 'USDC' });
  assert.ok(!receipt.logs.some(({ address }) => address === token), 'a fee leaves no log of its token, as gas');
  const fee = receipt.gasUsed * receipt.effectiveGasPrice;
  const qor = before[0] - qorOf(testChain, tx.sender);
  return { qor, tokens: before[1] - tokensOf(testChain, tx.sender), fee };
}

const roundedUp = (fee: bigint) => (fee + weiPerUqor - 1n) / weiPerUqor;

function assertBridgeHolds(testChain: ModuleChain): void {
  const held = [
    addressOf(0),
    addressOf(alice),
    poor.address.toLowerCase() as Address,
    gasabstractionAddress,
    addressOf(8),
  ];
  const sum = held.reduce((total, account) => total + tokensOf(testChain, account), 0n);
  assert.equal(sum, 3n * usdc);
  assert.equal(tokensOf(testChain, bridgeAddress), 0n);
  testChain.assertSupply();
}

test('an account pays its fees in a bridged asset, through the liquidity of the module', () => {
  const testChain = openModuleChain(genesis());
  const choose = (denom: string) => testChain.call(alice, 'gasabstraction', 'setFeeToken', { denom });
  assert.throws(
    () => testChain.mine({ transactions: [choose('ibc/USDC')] }),
    /gasabstraction: the module holds too little QOR .*\(6\)/,
  );
  const again = openModuleChain(genesis());
  fund(again);
  const set = costOf(again, again.call(alice, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' }));
  assert.deepEqual(set, { qor: 0n, tokens: roundedUp(set.fee), fee: set.fee }, 'it is paid in the token it chooses');
  const liquidity = qorOf(again, gasabstractionAddress);
  const sent = costOf(again, transferFrom(again, alice, 7n));
  assert.deepEqual(sent, { qor: 7n, tokens: roundedUp(sent.fee), fee: sent.fee });
  assert.equal(liquidity - qorOf(again, gasabstractionAddress), sent.fee);
  const other = costOf(again, transferFrom(again, 5, 7n));
  assert.deepEqual([other.qor, other.tokens], [other.fee + 7n, 0n], 'others pay in QOR');
  assertBridgeHolds(again);

  const next = openModuleChain(again.exported());
  const later = costOf(next, transferFrom(next, alice, 1n));
  assert.deepEqual([later.qor, later.tokens], [1n, roundedUp(later.fee)]);
  const back = next.call(alice, 'gasabstraction', 'setFeeToken', { denom: 'uqor' });
  const ended = costOf(next, back);
  assert.deepEqual([ended.qor, ended.tokens], [ended.fee, 0n], 'it is paid in the token it chooses');
  const plain = costOf(next, transferFrom(next, alice, 1n));
  assert.deepEqual([plain.qor, plain.tokens], [plain.fee + 1n, 0n]);
  assertBridgeHolds(next);
});

function fund(testChain: ModuleChain, value = 1_000n * 10n ** 18n): void {
  const { receipts } = testChain.mine({
    transactions: [testChain.call(6, 'gasabstraction', 'addLiquidity', {}, value)],
  });
  assert.equal(receipts[0]?.status, 1);
}

test('nobody collects what a transaction has prepaid: it has a receipt, and what it did not use comes back', () => {
  const testChain = openModuleChain(genesis());
  fund(testChain);
  costOf(testChain, testChain.call(alice, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' }));
  costOf(testChain, testChain.call(0, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' }));
  const held = () => tokensOf(testChain, gasabstractionAddress);
  const collect = (amount: bigint) => {
    const inputs = { denom: 'ibc/USDC', to: addressOf(8), amount };
    const tx = testChain.call(0, 'gasabstraction', 'collectTokens', inputs);
    const before = tokensOf(testChain, tx.sender);
    const [receipt] = testChain.mine({ transactions: [tx] }).receipts;
    const fee = (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n);
    return { status: receipt?.status, isPaid: before - tokensOf(testChain, tx.sender) === roundedUp(fee) };
  };
  assert.deepEqual(collect(held() + 1n), { status: 0, isPaid: true }, 'part of its own prepayment');
  assert.deepEqual(collect(held()), { status: 1, isPaid: true });
  assert.ok(held() > 0n, 'the fee of that transaction itself');
  assertBridgeHolds(testChain);
});

test('a token that is not accepted or not held, and a change by others than the authority, is rejected', () => {
  const testChain = openModuleChain(genesis());
  const statusOf = (tx: Transaction) => testChain.mine({ transactions: [tx] }).receipts[0]?.status;
  fund(testChain);
  for (const denom of ['ibc/DOGE', 'ibc/ATOM'])
    assert.equal(statusOf(testChain.call(5, 'gasabstraction', 'setFeeToken', { denom })), 0, denom);
  const empty = testChain.call(5, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' });
  assert.throws(
    () => testChain.mine({ transactions: [empty] }),
    /gasabstraction: the account holds too little of its fee token \(4\)/,
  );
  costOf(testChain, testChain.call(alice, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' }));
  const held = tokensOf(testChain, gasabstractionAddress);
  const collect = { denom: 'ibc/USDC', to: addressOf(8), amount: held };
  assert.equal(statusOf(testChain.call(6, 'gasabstraction', 'collectTokens', collect)), 0);
  assert.equal(statusOf(testChain.call(6, 'gasabstraction', 'removeLiquidity', { to: addressOf(6), amount: 1n })), 0);
  assert.equal(statusOf(testChain.call(0, 'gasabstraction', 'collectTokens', collect)), 1);
  assert.equal(tokensOf(testChain, addressOf(8)), held);
  const all = qorOf(testChain, gasabstractionAddress) / weiPerUqor;
  assert.equal(statusOf(testChain.call(0, 'gasabstraction', 'removeLiquidity', { to: addressOf(0), amount: all })), 1);
  assert.throws(() => testChain.mine({ transactions: [transferFrom(testChain, alice, 1n)] }), /too little QOR .*\(6\)/);
  assertBridgeHolds(testChain);
});

test('an account without QOR uses a node: choice of token, estimate, pool and receipt', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'qord-fees-'));
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, formatGenesis(genesis()));
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const giver = new Wallet(node.accounts[6]?.privateKey ?? '', provider);
  const wallet = poor.connect(provider);
  const chooser = moduleContract('IGasabstraction', gasabstractionAddress, wallet);
  await assert.rejects(
    chooser.getFunction('setFeeToken').send('ibc/USDC'),
    /too little QOR to pay fees for other tokens \(6\)/,
  );
  const liquidity = moduleContract('IGasabstraction', gasabstractionAddress, giver);
  await (await liquidity.getFunction('addLiquidity').send({ value: 10n ** 20n })).wait();
  const chosen = await (await chooser.getFunction('setFeeToken').send('ibc/USDC')).wait();
  assert.equal(chosen?.status, 1);
  assert.equal(await provider.getBalance(poor.address), 0n);
  const sent = await (await wallet.sendTransaction({ to: addressOf(9), value: 0n, data: '0x01' })).wait();
  assert.equal(sent?.status, 1);
  await assert.rejects(
    wallet.sendTransaction({ to: addressOf(9), value: 1n, gasLimit: 21_000n }),
    /insufficient funds/,
  );
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
