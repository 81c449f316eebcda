import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** The package finds no native addon there. */
const withoutAddon = "data:text/javascript,process.env.SECP256K1_PREBUILD='/nonexistent'";

test('a node without the native addon of secp256k1 checks signatures in WebAssembly', async (t) => {
  const node = await spawnNode(t, join(temporaryFolder(t), 'home'), {}, [withoutAddon]);
  assert.equal(node.records.find(({ msg }) => msg === 'started')?.secp256k1, 'webassembly');
  assert.match(String(node.records.find(({ level }) => level === 'warn')?.msg), /secp256k1 runs in WebAssembly/);
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    cacheTimeout: -1,
    pollingInterval: 20,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const [sender, receiver] = developmentAccounts;
  assert.ok(sender && receiver);
  const wallet = new Wallet(sender.privateKey, provider);
  const before = await provider.getBalance(receiver.address);
  const count = 40; // enough for the recovery threads to take part
  const raws = await Promise.all(
    Array.from({ length: count }, async (_, nonce) =>
      wallet.signTransaction(
        await wallet.populateTransaction({ to: receiver.address, value: parseEther('1'), nonce, gasLimit: 21_000 }),
      ),
    ),
  );
  const sent = await Promise.all(raws.map((raw) => provider.broadcastTransaction(raw)));
  for (const response of sent) assert.equal((await response.wait())?.from.toLowerCase(), sender.address.toLowerCase());
  assert.equal((await provider.getBalance(receiver.address)) - before, parseEther(`${count}`));
  assert.equal(await node.stop('SIGTERM'), 0);
});
