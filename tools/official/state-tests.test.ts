import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngineContexts } from './engine-contexts.ts';
import { stateTestSchema } from './state-test-file.ts';
import { runStateTest } from './state-tests.ts';

const sender = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf';
const noLogs = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const contextFor = createEngineContexts();

/** A plain transfer of 1 wei; the root is the one an independent implementation computed. */
const transferRoot = '0xce49e52a3bc0fdf4fb770c9a49da8ea3a3c2ce33992228571e8337b823ed8eb7';

function transferTest(post: object, fork = 'Osaka', value = '0x1') {
  return stateTestSchema.parse({
    env: {
      currentCoinbase: '0x00000000000000000000000000000000c014ba5e',
      currentGasLimit: '0x1c9c380',
      currentNumber: '0x01',
      currentTimestamp: '0x03e8',
      currentBaseFee: '0x0a',
      currentRandom: '0x00',
      currentExcessBlobGas: '0x00',
    },
    pre: { [sender]: { balance: '0x0f4240', nonce: '0x00', code: '0x', storage: {} } },
    transaction: {
      sender,
      nonce: '0x00',
      gasLimit: ['0x5208'],
      gasPrice: '0x0b',
      to: '0x00000000000000000000000000000000000057a4',
      value: [value],
      data: ['0x'],
    },
    post: { [fork]: [{ logs: noLogs, indexes: { data: 0, gas: 0, value: 0 }, ...post }] },
  });
}

const statusOf = (...fields: Parameters<typeof transferTest>) =>
  runStateTest('transfer', transferTest(...fields), contextFor).map(({ status }) => status);

test('a case passes when root and logs are the expected ones', () => {
  assert.deepEqual(statusOf({ hash: transferRoot }), ['passed']);
});

test('a case fails when the root, the logs or the rejection differ', () => {
  assert.deepEqual(statusOf({ hash: noLogs }), ['failed']);
  assert.deepEqual(statusOf({ hash: transferRoot, logs: transferRoot }), ['failed']);
  assert.deepEqual(statusOf({ hash: transferRoot, expectException: 'any' }), ['failed']);
  assert.deepEqual(statusOf({ hash: transferRoot }, 'Osaka', '0x0f4240'), ['failed']);
});

test('a rejection is compared with the name of the exception', () => {
  const untouched = '0xcfab777f534b3fcce74bba212295ee5fac166ca1a772dfcb6256c809e42940ef';
  const rejected = (expectException: string) => statusOf({ hash: untouched, expectException }, 'Osaka', '0x0f4240');
  assert.deepEqual(rejected('TransactionException.INSUFFICIENT_ACCOUNT_FUNDS'), ['passed']);
  assert.deepEqual(rejected('TransactionException.NONCE_IS_MAX'), ['failed']);
  assert.deepEqual(rejected('TransactionException.NONCE_IS_MAX|TransactionException.INSUFFICIENT_ACCOUNT_FUNDS'), [
    'passed',
  ]);
});

test('an unknown fork is skipped, not passed', () => {
  assert.deepEqual(statusOf({ hash: transferRoot }, 'Berlin'), ['skipped']);
});
