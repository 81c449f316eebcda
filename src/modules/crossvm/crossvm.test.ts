import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { type Address, parseAddress, toBech32 } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness, type ModuleHarness } from '../../testing/module-harness.ts';
import { crossvmAddress } from '../addresses.ts';
import { svm } from '../svm/index.ts';
import * as svmAccounts from '../svm/transfers.ts';
import { createCrossvm } from './index.ts';
import { crossvmParams } from './params.ts';
import { messages } from './records.ts';

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const qor = 1_000_000n;
/** Contracts: returns its caller and the value; reverts without a reason; uses all its gas. */
const echo = parseAddress(`0x${'e0'.repeat(20)}`);
const reverting = parseAddress(`0x${'ef'.repeat(20)}`);
const endless = parseAddress(`0x${'ee'.repeat(20)}`);
const svmOnly = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const wish = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: echo, payload: Uint8Array.of(7), funds: 0n };

function harnessWith(params: object = {}) {
  const crossvm = createCrossvm({ isAuthority: (_, caller) => caller === bob, svmAccounts });
  const harness = createModuleHarness([crossvm, svm], { crossvm: { params }, svm: svm.defaultGenesis('dev') });
  harness.fund(alice ?? echo, 1_000n * qor);
  putCode(harness, echo, '0x335f523460205260405ff3');
  putCode(harness, reverting, '0x5f5ffd');
  putCode(harness, endless, '0x5b5f56');
  const send = (changes: AbiRecord = {}) => harness.call(crossvm, alice ?? echo, 'call', { ...wish, ...changes });
  const find = (id: string) => harness.query(crossvm, 'qor_getCrossVMMessage', id) as Record<string, unknown>;
  return { crossvm, harness, send, find };
}

function putCode({ state }: ModuleHarness, address: Address, code: string): void {
  state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex(code)) });
}

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');

test('a queued message runs after the block as its sender, with its funds', () => {
  const { harness, send, find } = harnessWith();
  assert.deepEqual(send({ funds: 3n * qor }), { outputs: { messageId: 'crossvm-00000001' } });
  assert.deepEqual([harness.balance(alice), harness.balance(crossvmAddress)], [997n * qor, 3n * qor]);
  const queued = {
    message_id: 'crossvm-00000001',
    source_vm: 'cosmwasm',
    target_vm: 'evm',
    sender: toBech32(alice),
    target_contract: echo,
    payload: '07',
    funds: [{ denom: 'uqor', amount: '3000000' }],
    submitted_height: 1,
    created_height: 1,
  };
  assert.deepEqual(find('crossvm-00000001'), { ...queued, status: 'pending' });
  harness.nextBlock();
  const result = `0x${word(alice)}${word(3n * qor * weiPerUqor)}`;
  assert.deepEqual(find('crossvm-00000001'), { ...queued, status: 'executed', result, executed_height: 1 });
  assert.deepEqual([harness.balance(echo), harness.balance(crossvmAddress)], [3n * qor, 0n]);
});

test('a failed message keeps its reason and returns the funds', () => {
  const { harness, send, find } = harnessWith();
  send({ targetContract: reverting, funds: qor });
  send({ targetContract: endless, funds: qor });
  const none = 'crossvm: no machine of that name runs here: contracts must be of the EVM (7)';
  const toWasm = { targetVm: 'cosmwasm', sourceVm: 'evm', targetContract: toBech32(echo), funds: qor };
  assert.deepEqual(send(toWasm), { rejection: none }, 'refused, not charged and then failed');
  const toSvm = send({ targetVm: 'svm', sourceVm: 'evm', targetContract: svmOnly, funds: qor });
  assert.match(JSON.stringify(toSvm), /crossvm: SVM module is disabled.*15/);
  assert.equal(harness.balance(crossvmAddress), 2n * qor);
  harness.nextBlock();
  const errors = [1, 2].map((at) => find(`crossvm-0000000${at}`).error);
  assert.deepEqual(errors, ['execution reverted', 'out of gas']);
  assert.deepEqual([harness.balance(alice), harness.balance(crossvmAddress)], [1_000n * qor, 0n]);
});

test('a reason that is cut inside of a character stops no queue', () => {
  const { harness, send, find } = harnessWith();
  // returns its payload as the reason of its revert
  const mirror = parseAddress(`0x${'e1'.repeat(20)}`);
  putCode(harness, mirror, '0x365f5f37365ffd');
  for (const length of [254, 255, 256]) {
    const message = `${'a'.repeat(length)}\u{1f600}`;
    const payload = concatBytes(
      fromHex('0x08c379a0'),
      encodeAbi(parseSignature('Error(string message)').inputs, { message }),
    );
    send({ targetContract: mirror, payload });
  }
  harness.nextBlock();
  const errors = [1, 2, 3].map((at) => find(`crossvm-0000000${at}`).error);
  const reason = 'execution reverted: ';
  assert.deepEqual(errors, [
    `${reason}${'a'.repeat(254)}\u{1f600}`,
    ...[255, 256].map((length) => reason + 'a'.repeat(length)),
  ]);
});

test('a result is kept as far as the gas of its message reaches', () => {
  const { harness, send, find } = harnessWith({ max_message_gas: '500000' });
  const returns = (bytes: number) => {
    putCode(harness, reverting, `0x62${bytes.toString(16).padStart(6, '0')}5ff3`);
    send({ targetContract: reverting });
    harness.nextBlock();
  };
  const sizeOf = (id: string) => (String(find(id).result).length - 2) / 2;
  returns(1_000);
  assert.equal(sizeOf('crossvm-00000001'), 1_000);
  returns(65_536);
  const memory = 3n * 2_048n + (2_048n * 2_048n) / 512n;
  const left = 500_000n - memory - 5n; // PUSH3 and PUSH0
  assert.equal(sizeOf('crossvm-00000002'), Number(left / 32n));
});

test('messages that do not fit a block wait in their order, and time out', () => {
  const gas = { max_message_gas: '200000', max_block_gas: '200000' };
  const { harness, send, find } = harnessWith({ ...gas, queue_timeout_blocks: 1 });
  for (let at = 0; at < 5; at++) send({ targetContract: endless, funds: qor });
  const statuses = () => [1, 2, 3, 4, 5].map((at) => find(`crossvm-0000000${at}`).status);
  harness.nextBlock();
  assert.deepEqual(statuses(), ['failed', 'pending', 'pending', 'pending', 'pending']);
  harness.nextBlock();
  assert.deepEqual(statuses(), ['failed', 'failed', 'pending', 'pending', 'pending']);
  harness.nextBlock();
  assert.deepEqual(statuses(), ['failed', 'failed', 'timed_out', 'timed_out', 'timed_out']);
  assert.deepEqual([harness.balance(alice), harness.balance(crossvmAddress)], [1_000n * qor, 0n]);
});

test('messages time out also while the module is off, and their funds go back', () => {
  const { harness, send, find } = harnessWith({ queue_timeout_blocks: 3 });
  send({ funds: 3n * qor });
  crossvmParams.change(harness.state, '{"enabled":false}');
  for (let block = 0; block < 4; block++) harness.nextBlock();
  assert.equal(message(harness).status, 'pending', 'nothing runs');
  harness.nextBlock();
  assert.equal(message(harness).status, 'timed_out');
  assert.deepEqual([harness.balance(alice), harness.balance(crossvmAddress)], [1_000n * qor, 0n]);
  assert.throws(() => find('crossvm-00000001'), { kind: 'module-disabled' });
});

const message = ({ state }: ModuleHarness) => messages.get(state, 1) ?? assert.fail('there is no message');

test('the authority may run the queue within its own gas', () => {
  const { crossvm, harness, send, find } = harnessWith();
  for (let at = 0; at < 3; at++) send();
  assert.deepEqual(harness.call(crossvm, alice, 'processQueue', {}), {
    rejection: 'crossvm: only the authority may do this (10)',
  });
  assert.deepEqual(harness.call(crossvm, bob, 'processQueue', {}, { gas: 800_000n }), { outputs: { executed: 3n } });
  assert.equal(find('crossvm-00000003').status, 'executed');
});

/** A documented function signature with its selector, called by alice in the EVM. */
function direct(harness: ModuleHarness, signature: string, selector: string, values: AbiRecord, value = 0n) {
  const { inputs } = parseSignature(signature);
  const data = concatBytes(fromHex(selector), encodeAbi(inputs, values));
  return harness.callEvm({ from: alice ?? echo, to: crossvmAddress, value, data, gas: 1_000_000n });
}
const bytesOutput = parseSignature('of(bytes result)').inputs;
const resultOf = (output: Uint8Array) => decodeAbi(bytesOutput, output).result;

test('the three documented signatures run their target at once, as the caller', () => {
  const { harness } = harnessWith();
  const expectedOutput = (wei: bigint) => fromHex(`0x${word(alice)}${word(wei)}`);
  const byNumber = direct(
    harness,
    'f(uint8 vm, string target, bytes payload)',
    '0x3c11078c',
    { vm: 0n, target: echo, payload: emptyBytes },
    5n,
  );
  assert.deepEqual([byNumber.failure, resultOf(byNumber.output)], [undefined, expectedOutput(5n)]);
  assert.ok(byNumber.gasUsed > 50_000n && byNumber.gasUsed < 80_000n, `${byNumber.gasUsed}`);
  const byName = direct(harness, 'f(string target, bytes payload)', '0x352ebc70', {
    target: echo,
    payload: emptyBytes,
  });
  assert.deepEqual(resultOf(byName.output), expectedOutput(0n));
  const packed = encodeAbi(parseSignature('f(string a, string b, uint256 c)').inputs, { a: echo, b: '0x01', c: 2n });
  const call = direct(harness, 'f(bytes data)', '0x5a6535fc', { data: packed });
  assert.deepEqual(resultOf(call.output), expectedOutput(2n * weiPerUqor));
  assert.equal(harness.state.balance(echo), 2n * weiPerUqor + 5n);
  assert.equal(harness.state.balance(crossvmAddress), 0n);
});

test('a direct call that fails changes nothing, and says why', () => {
  const { harness } = harnessWith();
  const reason = (vm: bigint, target: string) => {
    const signature = 'f(uint8 vm, string target, bytes payload)';
    const { failure, output } = direct(harness, signature, '0x3c11078c', { vm, target, payload: emptyBytes }, 9n);
    assert.equal(failure, 'revert');
    return decodeAbi(parseSignature('Error(string reason)').inputs, output.subarray(4)).reason;
  };
  assert.equal(reason(0n, reverting), 'crossvm: the target failed: execution reverted (14)');
  assert.equal(reason(0n, endless), 'crossvm: the target failed: out of gas (14)');
  assert.equal(reason(0n, 'nobody'), 'crossvm: the target is no account of the target machine (5)');
  assert.equal(
    reason(1n, toBech32(echo)),
    'crossvm: no machine of that name runs here: contracts must be of the EVM (7)',
  );
  assert.equal(reason(2n, svmOnly), 'crossvm: SVM module is disabled (15)');
  assert.equal(harness.balance(alice), 1_000n * qor);
});

test('nested calls end at a fixed depth', () => {
  const { harness } = harnessWith();
  const signature = 'f(uint8 vm, string target, bytes payload)';
  const { inputs } = parseSignature(signature);
  const wrap = (target: Address, payload: Uint8Array) =>
    concatBytes(fromHex('0x3c11078c'), encodeAbi(inputs, { vm: 0n, target, payload }));
  const nested = (levels: number) => {
    let data = wrap(echo, emptyBytes);
    for (let level = 1; level < levels; level++) data = wrap(crossvmAddress, data);
    return harness.callEvm({ from: alice, to: crossvmAddress, value: 0n, data, gas: 10_000_000n });
  };
  assert.equal(nested(3).failure, undefined);
  const { failure, output } = nested(4);
  assert.equal(failure, 'revert');
  assert.match(Buffer.from(output).toString(), /max call depth exceeded/);
});

test('rejections name module, reason and code, and change nothing', () => {
  const { crossvm, harness, send, find } = harnessWith({ max_message_size: 4, max_queue_size: 1 });
  const rejection = (changes: AbiRecord) => (send(changes) as { rejection: string }).rejection;
  const different =
    'crossvm: source and target must be different machines, and the payload must not be empty, unless funds go to the SVM side (as with `svm deposit`) (2)';
  assert.equal(rejection({ sourceVm: 'evm' }), different);
  assert.equal(rejection({ payload: emptyBytes }), different);
  const unknown = 'crossvm: no machine of that name runs here: contracts must be of the EVM (7)';
  assert.equal(rejection({ sourceVm: 'jvm' }), unknown);
  assert.equal(rejection({ targetVm: '' }), unknown);
  assert.match(
    rejection({ sourceVm: 'svm' }),
    /^crossvm: SVM module is disabled: QOR comes back with .*svm withdraw.* \(15\)$/,
  );
  const target = 'crossvm: the target is no account of the target machine (5)';
  for (const targetContract of ['', '0x12', svmOnly]) assert.equal(rejection({ targetContract }), target);
  assert.match(rejection({ sourceVm: 'evm', targetVm: 'svm' }), /SVM module is disabled/);
  assert.equal(rejection({ sourceVm: 'evm', targetVm: 'cosmwasm' }), unknown);
  assert.equal(rejection({ payload: new Uint8Array(5) }), 'crossvm: the payload is too large (8)');
  assert.match(rejection({ funds: 1_001n * qor }), /^crossvm: insufficient balance: /);
  assert.deepEqual(harness.call(crossvm, alice, 'call', wish, { gas: 500_000n }), { rejection: 'out of gas' });
  assert.throws(() => find('crossvm-00000001'), { kind: 'not-found' });
  send();
  assert.equal(rejection({}), 'crossvm: the queue is full (4)');
  for (const id of ['crossvm-1', 'crossvm-000000001', 'a1b2', 'crossvm-00000002'])
    assert.throws(() => find(id), { kind: 'not-found' });
  assert.throws(() => find(''), { kind: 'invalid-parameter' });
  crossvm.params?.change(harness.state, '{"enabled": false}');
  assert.equal(rejection({}), 'crossvm: the module is off (16)');
  assert.throws(() => find('crossvm-00000001'), { kind: 'module-disabled' });
  assert.match(crossvm.params?.changeError(harness.state, '{"max_block_gas": "50000"}') ?? '', /must suffice/);
});

test('its genesis section restores everything', () => {
  const { crossvm, harness, send } = harnessWith();
  send({ payload: fromHex('0x00ff') });
  send({ targetContract: reverting });
  harness.nextBlock();
  send();
  const section = crossvm.exportGenesis?.(harness.state);
  const again = createModuleHarness([crossvm], { crossvm: JSON.parse(JSON.stringify(section)) }, 0n, harness.height);
  assert.deepEqual(crossvm.exportGenesis?.(again.state), section);
  assert.match(JSON.stringify(section), new RegExp(toHex(Uint8Array.of(0, 255)).slice(2)));
});
