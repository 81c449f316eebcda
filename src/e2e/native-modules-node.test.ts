import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Contract, JsonRpcProvider, Wallet } from 'ethers';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { authDigest } from '../kernel/auth-digest.ts';
import { abstractaccountAddress, bankAddress, crossvmAddress } from '../modules/addresses.ts';
import { toBech32 } from '../primitives/address.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { runQord } from '../testing/run-qord.ts';
import { accountOf } from '../testing/sign-from.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const [alice, recipient] = [accountOf(1), accountOf(3)];
const qor = 10n ** 18n;
const fees = { gasLimit: 1_000_000n };

/** A node on a genesis of its own, the modules as contracts of alice and bob, and requests to it. */
async function startNode(t: TestContext, genesis: string) {
  const home = temporaryFolder(t);
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, genesis);
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallets = [1, 2].map((at) => new Wallet(node.accounts[at]?.privateKey ?? '', provider));
  const [first, second] = wallets;
  assert.ok(first && second);
  const ask = (method: string, ...params: readonly unknown[]) => provider.send(method, [...params]);
  const crossvm = moduleContract('ICrossvm', crossvmAddress, first);
  const accounts = [first, second].map((wallet) => moduleContract('IAbstractaccount', abstractaccountAddress, wallet));
  const [own, others] = accounts;
  assert.ok(own && others);
  const bank = moduleContract('IBank', bankAddress, first);
  return { node, provider, ask, crossvm, own, others, bank };
}

type Started = Awaited<ReturnType<typeof startNode>>;

/** The transaction's receipt status: 1, or 0 when it failed. */
async function statusOf(contract: Contract, name: string, ...args: readonly unknown[]): Promise<number | null> {
  const sent = await contract.getFunction(name).send(...args, fees);
  const receipt = await sent.wait().catch((error: { receipt?: { status: number } }) => error.receipt ?? null);
  return receipt?.status ?? null;
}

/** Four messages in one block: one fits into each block. */
async function queueMessages({ ask, crossvm, bank }: Started): Promise<void> {
  const payload = (amount: bigint) => bank.interface.encodeFunctionData('send', [recipient, amount, '']);
  await ask('evm_setAutomine', false);
  for (const [at, amount] of [5n * 10n ** 6n, 10n ** 30n, 1n, 1n].entries()) {
    const nonce = Number(await ask('eth_getTransactionCount', alice, 'latest')) + at;
    const call = ['cosmwasm', 'evm', bankAddress, payload(amount), 0n] as const;
    await crossvm.getFunction('call(string,string,string,bytes,uint256)').send(...call, { ...fees, nonce });
  }
  await ask('evm_mine');
  await ask('evm_setAutomine', true);
}

test('cross-VM messages on a node: one is executed, one fails, two time out', async (t) => {
  const params = { max_message_gas: '100000', max_block_gas: '100000', queue_timeout_blocks: 1 };
  const started = await startNode(t, formatGenesis(genesisWith({ crossvm: { params } })));
  const { ask, node, provider } = started;
  const before = await provider.getBalance(recipient);
  await queueMessages(started);
  const statuses = async () => {
    const asked = [1, 2, 3, 4].map((at) => ask('qor_getCrossVMMessage', `crossvm-0000000${at}`));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  assert.deepEqual(await statuses(), ['executed', 'pending', 'pending', 'pending']);
  assert.equal((await provider.getBalance(recipient)) - before, 5n * qor);
  await ask('evm_mine');
  assert.deepEqual(await statuses(), ['executed', 'failed', 'pending', 'pending']);
  const { error } = await ask('qor_getCrossVMMessage', 'crossvm-00000002');
  assert.equal(error, 'execution reverted: bank: the balance does not suffice (3)');
  await ask('evm_mine');
  assert.deepEqual(await statuses(), ['executed', 'failed', 'timed_out', 'timed_out']);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

const privateKey = new Uint8Array(32).fill(3);
const key = ['ed25519', ed25519PublicKey(privateKey)] as const;

/** A call that the session key of alice has signed and bob submits. */
async function pay({ ask, others }: Started, wei: bigint): Promise<number | null> {
  const nonce = BigInt(await ask('eth_getTransactionCount', alice, 'latest'));
  const fields = ['9800', toBech32(alice), key[1], recipient, wei.toString(), new Uint8Array()];
  const signature = signEd25519(authDigest('qor-evm-auth-v1', fields, nonce), privateKey);
  return statusOf(others, 'executeEvm', alice, ...key, signature, recipient, wei, '0x', nonce, 200_000n);
}

test('a session key on a node spends up to its limit; a node on the exported genesis continues from there', async (t) => {
  const started = await startNode(t, formatGenesis(genesisWith({})));
  const { node, own, provider } = started;
  assert.equal(await statusOf(own, 'create', 'session_based'), 1);
  assert.equal(await statusOf(own, 'setSpendingRule', 'game', 5n * 10n ** 6n, 4n * 10n ** 6n, true), 1);
  assert.equal(await statusOf(own, 'registerAuthenticator', ...key, ['all'], 0n, 'game'), 1);
  const before = await provider.getBalance(recipient);
  assert.equal(await pay(started, 5n * qor), 0, 'beyond the limit of a transaction');
  assert.equal(await pay(started, 4n * qor), 1);
  assert.equal(await pay(started, 2n * qor), 0, 'beyond the limit of a day');
  assert.equal((await provider.getBalance(recipient)) - before, 4n * qor);
  await queueMessages(started);

  const { code, stdout } = await runQord(['export', '--home', node.home]);
  assert.equal(code, 0);
  const again = await startNode(t, stdout);
  for (const [method, ...words] of [
    ['qor_getAbstractAccount', alice],
    ['qor_getCrossVMMessage', 'crossvm-00000001'],
    ['qor_getBridgeStatus', 'ethereum'],
    ['qor_listRollups'],
    ['qor_getBurnStats'],
  ] as const)
    assert.deepEqual(await again.ask(method, ...words), await started.ask(method, ...words), method);
  assert.equal(await pay(again, 2n * qor), 0, 'the day is not over');
  assert.equal(await pay(again, qor), 1, 'what was left of it');
  for (const each of [started, again]) {
    await each.node.close();
    await assertSupplyIsSumOfBalances(each.node.home);
  }
});
