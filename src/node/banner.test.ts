import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderBanner } from './banner.ts';

const urls = { explorer: undefined, http: 'http://127.0.0.1:1', webSocket: undefined, ipc: undefined, svm: undefined };
const facts = {
  network: 'testnet',
  chainId: 9800n,
  height: 7,
  home: '/home/q',
  isTemporary: false,
  urls: { ...urls, svmWebSocket: undefined, metrics: undefined },
  accounts: [],
  balanceOf: () => 0n,
} as const;

test('the banner says where a node keeps its data, and what they survive', () => {
  const durable = renderBanner({ ...facts, durable: true });
  assert.match(durable, /testnet, at block 7\n {2}chain id {2}9800 \(0x2648\)\n {2}home {6}\/home\/q\n\n/);
  const fast = renderBanner({ ...facts, durable: false });
  assert.match(
    fast,
    /\/home\/q\n +survives a crash of the node, not of the machine; for both: --storage\.durable true\n/,
  );
  assert.match(fast, /SVM {7}disabled\n/);
  const temporary = renderBanner({ ...facts, isTemporary: true, durable: false });
  assert.match(temporary, /\/home\/q\n\n/);
  assert.match(temporary, /Ctrl-C stops the node and removes the chain\.\n/);
});
