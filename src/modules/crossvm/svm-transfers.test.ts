import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toBase58 } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { crossvmAddress, svmAddress } from '../addresses.ts';
import { svm } from '../svm/index.ts';
import * as svmAccounts from '../svm/transfers.ts';
import { createCrossvm } from './index.ts';

const [alice, bob] = [accountOf(0), accountOf(1)];
const qor = 1_000_000n;
const privateKey = new Uint8Array(32).fill(7);
const key = ed25519PublicKey(privateKey);
const account = base58.encode(key);

function harness() {
  const crossvm = createCrossvm({ isAuthority: () => false, svmAccounts });
  const testHarness = createModuleHarness([crossvm, svm], { svm: svm.defaultGenesis('dev') });
  testHarness.fund(alice, 100n * qor);
  const deposit = { sourceVm: 'evm', targetVm: 'svm', targetContract: account, payload: emptyBytes, funds: 2n * qor };
  const send = (changes: AbiRecord = {}, options = {}) =>
    testHarness.call(crossvm, alice, 'call', { ...deposit, ...changes }, options);
  const ask = (name: string, inputs: AbiRecord) =>
    (testHarness.call(svm, bob, name, inputs) as { outputs: AbiRecord }).outputs;
  const proof = (funds: bigint, to = bob) => {
    const { digest } = ask('withdrawalDigest', { account, to, amount: funds * weiPerUqor });
    return concatBytes(key, signEd25519(digest as Uint8Array, privateKey));
  };
  const back = (funds: bigint, payload = proof(funds), options = {}) =>
    send({ sourceVm: 'svm', targetVm: 'evm', targetContract: bob, payload, funds }, options);
  const lamports = () => ask('balanceOf', { account }).lamports;
  const find = (number: number) =>
    testHarness.query(crossvm, 'qor_getCrossVMMessage', `crossvm-0000000${number}`) as Record<string, unknown>;
  return { crossvm, testHarness, send, proof, back, lamports, find };
}

test('funds without a payload reach an SVM-only account at once, and return with its signature', () => {
  const { testHarness, send, back, proof, lamports, find } = harness();
  assert.deepEqual(send(), { outputs: { messageId: 'crossvm-00000001' } });
  assert.equal(lamports(), 2_000_000_000n);
  assert.deepEqual(
    [testHarness.balance(alice), testHarness.balance(svmAddress), testHarness.balance(crossvmAddress)],
    [98n * qor, 2n * qor, 0n],
  );
  const { status, executed_height } = find(1);
  assert.deepEqual([status, executed_height], ['executed', 1]);
  const [first, second] = [proof(qor), proof(2n * qor)];
  assert.deepEqual(back(qor, first), { outputs: { messageId: 'crossvm-00000002' } });
  assert.deepEqual([testHarness.balance(bob), lamports()], [qor, 1_000_000_000n]);
  const again = 'crossvm: the transfer to or from the SVM side is rejected: svm: the signature is not right (14) (17)';
  assert.deepEqual(back(qor, first), { rejection: again }, 'a signature counts once');
  assert.match(
    (back(2n * qor, second) as { rejection: string }).rejection,
    /not more than the account holds \(6\) \(17\)$/,
  );
  assert.deepEqual(back(qor, proof(qor), { gas: 200_000n }), { rejection: 'out of gas' }, 'verification is paid first');
  assert.deepEqual(back(qor), { outputs: { messageId: 'crossvm-00000003' } });
  assert.deepEqual([testHarness.balance(bob), testHarness.balance(svmAddress), lamports()], [2n * qor, 0n, 0n]);
});

test('transfers do not change the queue of messages', () => {
  const { crossvm, testHarness, send, find } = harness();
  crossvm.params?.change(testHarness.state, '{"max_queue_size": 2}');
  const evm = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: bob };
  const message = { ...evm, payload: Uint8Array.of(1), funds: qor };
  for (let at = 0; at < 3; at++) send();
  assert.deepEqual(send(message), { outputs: { messageId: 'crossvm-00000004' } });
  send();
  assert.deepEqual(send(message), { outputs: { messageId: 'crossvm-00000006' } });
  assert.deepEqual(send(message), { rejection: 'crossvm: the queue is full (4)' });
  const queue = () => JSON.parse(JSON.stringify(crossvm.exportGenesis?.(testHarness.state))).queue;
  assert.deepEqual(queue(), { next: 7, head: 1, ended: 4 });
  testHarness.nextBlock();
  assert.deepEqual(
    [1, 4, 5, 6].map((number) => find(number).status),
    ['executed', 'executed', 'executed', 'executed'],
  );
  assert.deepEqual([testHarness.balance(bob), testHarness.balance(crossvmAddress)], [2n * qor, 0n]);
  assert.deepEqual(queue(), { next: 7, head: 7, ended: 0 });
});

test('an impossible transfer is rejected with the reason and the alternative', () => {
  const { testHarness, send, back, lamports } = harness();
  const rejection = (changes: AbiRecord) => (send(changes) as { rejection: string }).rejection;
  assert.match(
    rejection({ targetContract: toBase58(bob) }),
    /not the key of an SVM-only account: .*`svm deposit`.* \(12\) \(17\)$/,
  );
  assert.match(rejection({ targetContract: 'nonsense' }), /\(12\) \(17\)$/);
  assert.match(rejection({ funds: 1n }), /rent-exempt minimum .* \(7\) \(17\)$/);
  assert.match(rejection({ funds: 101n * qor }), /^crossvm: insufficient balance/);
  assert.match(rejection({ funds: 0n }), /\(as with `svm deposit`\) \(2\)$/);
  const wayOut = /^crossvm: SVM module is disabled: .*`svm withdraw` \(15\)$/;
  assert.match((back(qor, new Uint8Array(95)) as { rejection: string }).rejection, wayOut);
  assert.match(rejection({ sourceVm: 'svm', targetVm: 'cosmwasm', payload: new Uint8Array(96) }), wayOut);
  svm.params?.change(testHarness.state, '{"enabled": false}');
  assert.match(rejection({}), /svm: SVM module is disabled \(11\) \(17\)$/);
  assert.deepEqual([testHarness.balance(alice), lamports()], [100n * qor, 0n]);
});
