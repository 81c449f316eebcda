import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interface, JsonRpcProvider, Wallet } from 'ethers';
import { xqoreAddress } from '../modules/addresses.ts';
import { startTestNode } from '../testing/test-node.ts';

const uqorPerQor = 1_000_000n;

type CallTrace = { readonly type: string; readonly nativeCall?: string; readonly action: { readonly to: string } };

test('a call of a native module has its name in traces, on every thread', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const wallet = new Wallet(node.accounts[0]?.privateKey ?? '', provider);
  const data = new Interface(['function lock(uint256)']).encodeFunctionData('lock', [100n * uqorPerQor]);
  const sent = await wallet.sendTransaction({ to: xqoreAddress, data });
  const receipt = await sent.wait();
  assert.equal(receipt?.status, 1);
  const traces = (await provider.send('trace_transaction', [sent.hash])) as CallTrace[];
  assert.deepEqual(
    traces.map(({ type, nativeCall, action }) => [type, nativeCall, action.to]),
    [['call', 'xqore.lock', xqoreAddress]],
  );
  assert.deepEqual(await provider.send('trace_block', [`0x${receipt.blockNumber.toString(16)}`]), traces);
  const { stateDiff } = (await provider.send('trace_replayTransaction', [sent.hash, ['stateDiff']])) as {
    stateDiff: Record<string, { balance: { '*': { from: string; to: string } } }>;
  };
  const change = stateDiff[wallet.address.toLowerCase()]?.balance['*'];
  const paid = BigInt(change?.from ?? 0) - BigInt(change?.to ?? 0);
  assert.equal(paid, 100n * 10n ** 18n + receipt.fee);
});
