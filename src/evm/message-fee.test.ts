import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageFee } from '../kernel/engine.ts';
import { type Account, InsufficientBalanceError } from '../state/types.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender } from '../testing/evm/harness.ts';
import { call, gas, success } from './testing/native-contracts.ts';

const collector = address(0xfee);
const witness = address(0x0d02);
const funds = 5_000n;
const fee: MessageFee = { collector, prepaid: 1_000n, refund: () => 400n };

/** A funded sender, and a module that notes how it finds the sender's account. */
function open() {
  const seen: (Account | undefined)[] = [];
  const run = ({ state }: { readonly state: { account(of: typeof sender): Account | undefined } }) => {
    seen.push(state.account(sender));
    return success(new Uint8Array(0));
  };
  const harness = createEvmHarness({ [witness]: { name: 'witness', stateful: true, gas, run } });
  harness.put(sender, { balance: funds });
  const send = (message: Parameters<typeof harness.run>[0] = {}, options: Parameters<typeof harness.run>[1] = {}) =>
    harness.run({ countsNonce: true, fee, ...message }, options);
  const figures = () => [harness.balance(sender), harness.balance(collector), harness.state.account(sender)?.nonce];
  return { ...harness, seen, send, figures };
}

test('a module finds the gas prepaid and the nonce counted, however it is called', () => {
  for (const to of [witness, contract]) {
    const { put, send, seen, figures } = open();
    put(contract, { code: assemble(...call('CALL', witness)), nonce: 1n });
    assert.equal(send({ to }).status, 'success');
    assert.deepEqual([seen[0]?.balance, seen[0]?.nonce], [funds - 1_000n, 1n]);
    assert.deepEqual(figures(), [funds - 600n, 600n, 1n]);
  }
});

test('fee and nonce outlast a revert, a halt and a failed creation; a discarded run keeps nothing', () => {
  const codes = { revert: assemble(0, 0, 'REVERT'), halt: assemble('INVALID') };
  for (const [status, code] of Object.entries(codes)) {
    const { put, send, figures, state } = open();
    put(contract, { code, nonce: 1n });
    const { version } = state;
    assert.equal(send({}, { discards: true }).status, status);
    assert.deepEqual([figures(), state.version], [[funds, 0n, 0n], version]);
    assert.equal(send({ value: 7n }).status, status);
    assert.deepEqual(figures(), [funds - 600n, 600n, 1n]);
    assert.equal(send({ to: undefined, data: code }).status, status);
    assert.deepEqual(figures(), [funds - 1_200n, 1_200n, 2n]);
  }
});

test('the refund is asked for with the gas that is left', () => {
  const { put, send } = open();
  put(contract, { code: assemble('STOP'), nonce: 1n });
  const asked: unknown[] = [];
  const refund = (ended: unknown) => {
    asked.push(ended);
    return 0n;
  };
  const { gasLeft } = send({ fee: { ...fee, refund } });
  assert.deepEqual(asked, [{ gasLeft, refund: 0n }]);
});

test('who has one wei less than the fee pays nothing, and an error says so', () => {
  const { put, send, figures } = open();
  put(contract, { code: assemble('STOP'), nonce: 1n });
  const all = { ...fee, prepaid: funds };
  assert.throws(() => send({ fee: { ...all, prepaid: funds + 1n } }), InsufficientBalanceError);
  assert.deepEqual(figures(), [funds, 0n, 0n]);
  assert.throws(() => send({ fee: { ...all, refund: () => funds + 1n } }), InsufficientBalanceError);
  assert.deepEqual(figures(), [funds, 0n, 0n]);
  assert.equal(send({ fee: all }).status, 'success');
  assert.deepEqual(figures(), [400n, funds - 400n, 1n]);
});

test('what others change between two transactions is there for the second', () => {
  const { put, send, state, figures, slot } = open();
  const code = assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE');
  put(contract, { code, nonce: 1n });
  assert.equal(send().status, 'success');
  assert.equal(send().status, 'success');
  assert.equal(slot(contract, 0), 2n);
  state.mint(sender, 10n);
  put(contract, { code, nonce: 1n, storage: { 0: 40n } });
  assert.equal(send().status, 'success');
  assert.deepEqual([slot(contract, 0), ...figures()], [41n, funds + 10n - 1_800n, 1_800n, 3n]);
});
