import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import { JsonRpcProvider, Wallet } from 'ethers';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const cap = 2 ** 24;
const contract = `0x${'ca11'.padStart(40, '0')}`;
/** Uses as much gas as calldata says, within a hundred: a loop until less is left than there was. */
const burner = assemble('GAS', 'JUMPDEST', 'DUP1', 'GAS', 'SWAP1', 'SUB', 0, 'CALLDATALOAD', 'GT', 1, 'JUMPI', 'STOP');

/** A development node whose genesis has these parameters. */
async function startNode(t: TestContext, parameters: Record<string, unknown>) {
  const home = temporaryFolder(t);
  const { genesisFile } = homePaths(home);
  const genesis = JSON.parse(formatGenesis(genesisWith({})));
  genesis.parameters = { ...genesis.parameters, ...parameters };
  genesis.alloc[contract] = { balance: '0', code: `0x${Buffer.from(burner).toString('hex')}` };
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, JSON.stringify(genesis));
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '0s', 'json-rpc.txfee-cap': '0' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = new Wallet(node.accounts[1]?.privateKey ?? '', provider);
  const ask = async (method: string, ...params: readonly unknown[]): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const { result, error } = (await (await fetch(node.urls.http, { method: 'POST', headers, body })).json()) as {
      result: string;
      error?: { code: number; message: string };
    };
    return error === undefined ? result : `${error.code} ${error.message}`;
  };
  const burn = (gas: number) => `0x${gas.toString(16).padStart(64, '0')}`;
  return { provider, wallet, ask, burn };
}

test('a transaction has at most 2^24 gas where the genesis says so (EIP-7825)', async (t) => {
  const { provider, wallet, ask, burn } = await startNode(t, { maxTransactionGas: String(cap) });
  const from = wallet.address;
  const fields = { to: contract, data: burn(100_000), maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  const sign = async (gasLimit: number) =>
    await wallet.signTransaction({ ...fields, type: 2, chainId: 9800, nonce: await wallet.getNonce(), gasLimit });
  const tooHigh = /^-32000 transaction gas limit too high \(cap: 16777216, tx: 16777217\)$/;
  assert.match(await ask('eth_sendRawTransaction', await sign(cap + 1)), tooHigh);
  const receipt = await (await provider.broadcastTransaction(await sign(cap))).wait();
  assert.equal(receipt?.status, 1);
  const large = { from, to: contract, data: burn(20_000_000) };
  assert.match(await ask('eth_estimateGas', large), /^-32000 gas required exceeds allowance \(16777216\)$/);
  assert.match(await ask('eth_estimateGas', { ...large, data: burn(100_000) }), /^0x1[0-9a-f]{4}$/);
  // what does not become a transaction has the limit of the node only, as in go-ethereum
  assert.equal(await ask('eth_call', large, 'latest'), '0x');
});

test('a development network has no limit but that of the block, as in anvil', async (t) => {
  const { wallet, ask, burn } = await startNode(t, {});
  const large = { from: wallet.address, to: contract, data: burn(20_000_000) };
  const estimate = Number(await ask('eth_estimateGas', large));
  assert.ok(estimate > 20_000_000 && estimate < 21_000_000, String(estimate));
  const sent = await wallet.sendTransaction({ to: contract, data: large.data, gasLimit: estimate });
  assert.equal((await sent.wait())?.status, 1);
});
