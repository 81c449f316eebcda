import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { toBase58 } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { type SolanaCli, solanaCliMissing, solanaCliOf } from '../testing/clients/solana-cli.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [alice, bob] = developmentAccounts;
assert.ok(alice && bob);
const bobKey = toBase58(bob.address);

/** Commands that only read, with a pattern of their output. */
const reads: readonly (readonly [words: readonly string[], expected: RegExp])[] = [
  [['cluster-version'], /qord/],
  [['slot'], /^\d+$/],
  [['block-height'], /^\d+$/],
  [['epoch'], /^\d+$/],
  [['epoch-info'], /Epoch Slot Range/],
  [['genesis-hash'], /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  [['first-available-block'], /^0$/],
  [['transaction-count'], /^[1-9]\d*$/],
  [['balance', bobKey], /^10000003 SOL$/],
  [['account', bobKey], /Owner: 1{32}\n/],
  [['rent', '100'], /0\.00158688 SOL/],
  [['supply'], /Circulating/],
  [['inflation'], /Staking rate/],
  [['largest-accounts'], /SOL/],
  [['transaction-history', bobKey], /1 transactions found/],
  [['block', '1'], /Slot: 1\n/],
  [['block-time', '1'], /Date: 20/],
  [['leader-schedule'], /\d+ +\w+/],
  [['block-production'], /total: +\d+ +\d+ +0/],
  [['validators'], /Active Stake: 1000000 SOL/],
  [['gossip'], /Nodes: 1/],
  [['stakes'], /^No stake accounts found/],
  [['stake-history'], /Epoch/],
  [['recent-prioritization-fees'], /Average/],
  [['cluster-date'], /Date: 20/],
  [['feature', 'status'], /inactive/],
];

describe('the Solana command-line client', { skip: solanaCliMissing }, () => {
  const closers: (() => unknown)[] = [];
  const later = { after: (end: () => unknown) => void closers.push(end) };
  let node: TestNode;
  let solana: SolanaCli;
  let folder: string;

  before(async () => {
    node = await startTestNode(later);
    folder = temporaryFolder(later);
    solana = solanaCliOf(node.urls.svm, folder);
    const provider = new JsonRpcProvider(node.urls.http);
    closers.push(() => provider.destroy());
    const wallet = new Wallet(alice.privateKey, provider);
    await (await wallet.sendTransaction({ to: bob.address, value: parseEther('3') })).wait();
  });
  after(async () => {
    for (const close of closers) await close();
  });

  for (const [words, expected] of reads) {
    test(words.join(' '), async () => assert.match(await solana(...words), expected));
  }

  test('confirms a transaction', async () => {
    const [signature = ''] = (await solana('transaction-history', bobKey)).split('\n');
    assert.match(await solana('confirm', '-v', signature), /Transfer[\s\S]*Finalized/);
  });

  test('gets no coins from a faucet', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const key = join(folder, 'key.json');
    writeFileSync(key, JSON.stringify([...secret, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]));
    await assert.rejects(solana('--keypair', key, 'airdrop', '1'), /airdrop request failed/);
  });
});
