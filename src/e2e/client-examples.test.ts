import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

/** Folders of clients/ whose library is a package of this project, with what their examples print in the end. */
const examples = {
  ethers: 'ethers ok',
  'ethers-5': 'ethers 5 ok',
  viem: 'viem ok',
  web3: 'web3.js ok',
  'solana-web3': '@solana/web3.js ok',
  'solana-kit': '@solana/kit ok',
};

describe('the examples of docs/clients.md', () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;

  before(async () => {
    node = await startTestNode({ after: (end) => void closers.push(end) });
  });
  after(async () => {
    for (const close of closers) await close();
  });

  for (const [folder, last] of Object.entries(examples)) {
    test(folder, async () => {
      const file = fileURLToPath(new URL(`../../clients/${folder}/example.js`, import.meta.url));
      const { http, webSocket, svm, svmWebSocket } = node.urls;
      const urls = { QORD_URL: http, QORD_WS_URL: webSocket, QORD_SVM_URL: svm, QORD_SVM_WS_URL: svmWebSocket };
      const options = { env: { ...process.env, ...urls }, timeout: 600_000 };
      const { stdout } = await promisify(execFile)(process.execPath, [file], options);
      assert.equal(stdout.trim().split('\n').at(-1), last);
    });
  }
});
