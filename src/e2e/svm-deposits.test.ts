import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, PublicKey } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import { type Address, parseAddress, toBase58 } from '../primitives/address.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const transfers = 1_000;
const deposits: readonly Address[] = [0xd1, 0xd2, 0xd3].map((n) => parseAddress(`0x${n.toString(16).repeat(20)}`));

/** Follows one address as an exchange does: everything since the newest known signature, oldest first. */
class Scanner {
  readonly found: { signature: string; lamports: number }[] = [];
  readonly #connection: Connection;
  readonly #key: PublicKey;
  #newest: string | undefined;

  constructor(connection: Connection, account: Address) {
    this.#connection = connection;
    this.#key = new PublicKey(toBase58(account));
  }

  async scan(): Promise<void> {
    const fresh: string[] = [];
    for (;;) {
      const before = fresh.at(-1);
      const until = this.#newest;
      const page = await this.#connection.getSignaturesForAddress(this.#key, {
        limit: 40,
        ...(before === undefined ? {} : { before }),
        ...(until === undefined ? {} : { until }),
      });
      fresh.push(...page.map(({ signature }) => signature));
      if (page.length < 40) break;
    }
    this.#newest = fresh[0] ?? this.#newest;
    for (let i = fresh.length; i > 0; i -= 100) await this.#read(fresh.slice(Math.max(0, i - 100), i).reverse());
  }

  async #read(signatures: string[]): Promise<void> {
    const shown = await this.#connection.getTransactions(signatures, { maxSupportedTransactionVersion: 0 });
    for (const [index, tx] of shown.entries()) {
      const keys = tx?.transaction.message.getAccountKeys().staticAccountKeys ?? [];
      const at = keys.findIndex((key) => key.equals(this.#key));
      const lamports = (tx?.meta?.postBalances[at] ?? 0) - (tx?.meta?.preBalances[at] ?? 0);
      this.found.push({ signature: signatures[index] ?? '', lamports });
    }
  }
}

test(`a deposit scanner that follows ${transfers} transfers misses none and sees none twice`, async (t) => {
  const node = await startTestNode(t);
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const connection = new Connection(node.urls.svm, 'confirmed');
  const scanners = deposits.map((account) => new Scanner(connection, account));
  const expected = new Map<Address, number[]>(deposits.map((account) => [account, []]));
  const wallets = node.accounts.map(({ privateKey }) => new Wallet(privateKey, provider));

  const send = async (wallet: Wallet, share: number, offset: number) => {
    for (let nonce = 0; nonce < share; nonce++) {
      const to = deposits[(nonce + offset) % deposits.length];
      if (to === undefined) return;
      const lamports = 1 + nonce * wallets.length + offset;
      expected.get(to)?.push(lamports);
      const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 0n, gasLimit: 21_000n };
      const request = { to, value: BigInt(lamports) * 10n ** 9n, nonce, chainId: 9800n, type: 2, ...fees };
      await provider.send('eth_sendRawTransaction', [await wallet.signTransaction(request)]);
    }
  };
  const sending = Promise.all(wallets.map((wallet, offset) => send(wallet, transfers / wallets.length, offset)));
  let isSent = false;
  void sending.then(() => {
    isSent = true;
  });
  await until(async () => {
    for (const scanner of scanners) await scanner.scan();
    return isSent;
  }, 'all transfers to be sent');
  await sending;
  await until(() => node.node.chain.reader.transactionTotal() >= transfers, 'all transfers');
  for (const scanner of scanners) await scanner.scan();

  for (const [index, account] of deposits.entries()) {
    const found = scanners[index]?.found ?? [];
    assert.equal(new Set(found.map(({ signature }) => signature)).size, found.length);
    const amounts = (list: readonly number[]) => [...list].sort((a, b) => a - b);
    assert.deepEqual(amounts(found.map(({ lamports }) => lamports)), amounts(expected.get(account) ?? []));
    const total = found.reduce((sum, { lamports }) => sum + lamports, 0);
    assert.equal(await connection.getBalance(new PublicKey(toBase58(account))), total);
  }
});
