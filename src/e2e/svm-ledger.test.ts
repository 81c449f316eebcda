import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, createSolanaRpc, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { type Contract, JsonRpcProvider, Wallet } from 'ethers';
import { feeCollector } from '../kernel/module-account.ts';
import { bankAddress, distributionAddress, stakingAddress, svmAddress, xqoreAddress } from '../modules/addresses.ts';
import { type Address, parseAddress, toBech32 } from '../primitives/address.ts';
import { keyToBase58 } from '../svm/account-name.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { startTestNode } from '../testing/test-node.ts';

const qor = 1_000_000n;
const receiver = parseAddress(`0x${'5c'.repeat(20)}`);
const svmOnly = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

async function send(contract: Contract, name: string, ...args: readonly unknown[]) {
  const sent = await contract.getFunction(name).send(...args);
  assert.equal((await sent.wait())?.status, 1, name);
}

/** Transfers, a callee, an escrow, rewards, a burn, and pay-outs that no transaction makes. */
async function changeBalances(alice: Wallet, validator: string) {
  const provider = alice.provider as JsonRpcProvider;
  const staking = moduleContract('IStaking', stakingAddress, alice);
  for (const value of [1n, 999_999_999n, 10n ** 9n, 123_456_789_987_654_321n]) {
    await (await alice.sendTransaction({ to: receiver, value })).wait();
  }
  await send(moduleContract('IBank', bankAddress, alice), 'send', toBech32(receiver), 7n, '');
  await send(moduleContract('IXqore', xqoreAddress, alice), 'lock', 1_000n * qor);
  await send(moduleContract('ISvm', svmAddress, alice), 'deposit', svmOnly, { value: 10n ** 18n });
  await send(staking, 'delegate', validator, 500n * qor);
  for (let i = 0; i < 20; i++) await (await alice.sendTransaction({ to: alice.address, value: 1n })).wait();
  await send(moduleContract('IDistribution', distributionAddress, alice), 'withdrawRewards', validator);
  await send(moduleContract('IXqore', xqoreAddress, alice), 'unlock', 500n * qor);
  await send(staking, 'undelegate', validator, 500n * qor);
  await provider.send('evm_increaseTime', [30]);
  await provider.send('evm_mine', []);
}

/** The balances that the SVM interface shows: each change must start where the one before it ended. */
class Replay {
  readonly lamports = new Map<string, bigint>();
  /** account → transactions that changed it, oldest first */
  readonly signatures = new Map<string, string[]>();
  /** account → what it received without a transaction */
  readonly rewards = new Map<string, bigint>();
  readonly #rpc: Rpc<SolanaRpcApi>;

  constructor(rpc: Rpc<SolanaRpcApi>) {
    this.#rpc = rpc;
  }

  async run(head: bigint): Promise<void> {
    for (let slot = 1n; slot <= head; slot++) {
      const block = await this.#rpc.getBlock(slot, { maxSupportedTransactionVersion: 0 }).send();
      for (const { transaction, meta } of block?.transactions ?? []) {
        const [signature] = transaction.signatures;
        transaction.message.accountKeys.forEach((key, index) => {
          const [before, after] = [meta?.preBalances[index], meta?.postBalances[index]];
          this.#change(key, before, after, slot);
          if (before !== after && signature !== undefined) this.#noteSignature(key, signature);
        });
      }
      for (const { pubkey, lamports, postBalance } of block?.rewards ?? []) {
        this.#change(pubkey, postBalance - lamports, postBalance, slot);
        this.rewards.set(pubkey, (this.rewards.get(pubkey) ?? 0n) + lamports);
      }
    }
  }

  #change(key: string, before: bigint | undefined, after: bigint | undefined, slot: bigint): void {
    assert.ok(before !== undefined && after !== undefined);
    const known = this.lamports.get(key);
    if (known !== undefined) assert.equal(before, known, `${key} in slot ${slot}`);
    this.lamports.set(key, after);
  }

  #noteSignature(key: string, signature: string): void {
    const known = this.signatures.get(key);
    if (known === undefined) this.signatures.set(key, [signature]);
    else known.push(signature);
  }
}

test('transactions and rewards of blocks explain every balance, and every transaction is found under its accounts', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 10,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const alice = new Wallet(node.accounts[3]?.privateKey ?? '', provider);
  await changeBalances(alice, node.accounts[0]?.address ?? '');

  const rpc = createSolanaRpc(node.urls.svm);
  const replay = new Replay(rpc);
  await replay.run(await rpc.getSlot().send());
  const { reader } = node.node.chain;
  const all = [...(node.node.control.development?.accountsOfState() ?? [])];
  assert.ok(all.length > 30);
  for (const [account, { balance }] of all) {
    if (account === feeCollector) continue;
    const key = keyToBase58(account);
    const genesis = (reader.states.at(0)?.account(account)?.balance ?? 0n) / 10n ** 9n;
    assert.equal(replay.lamports.get(key) ?? genesis, balance / 10n ** 9n, account);
    await assertSameOverInterfaces(account);
  }
  assert.equal(replay.rewards.get(keyToBase58(parseAddress(alice.address))), 500n * 10n ** 9n);
  assert.equal(replay.lamports.get(svmOnly), (await rpc.getBalance(address(svmOnly)).send()).value);

  for (const [key, changedBy] of replay.signatures) {
    const history = await rpc.getSignaturesForAddress(address(key)).send();
    const listed = history.map(({ signature }) => signature).reverse();
    assert.deepEqual(
      listed.filter((signature) => changedBy.includes(signature)),
      changedBy,
      key,
    );
  }

  async function assertSameOverInterfaces(account: Address) {
    const wei = await provider.getBalance(account);
    const { value: lamports } = await rpc.getBalance(address(keyToBase58(account))).send();
    const bank = moduleContract('IBank', bankAddress, provider).getFunction('balanceOf');
    const [uqor, inLamports, exact] = await bank.staticCall(account);
    assert.deepEqual([lamports, uqor, inLamports, exact], [wei / 10n ** 9n, wei / 10n ** 12n, lamports, wei], account);
  }
});
