import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { assemble, returnTop } from '../../testing/evm/assemble.ts';
import { address, contract, sender } from '../../testing/evm/harness.ts';
import { createTransactionHarness, funds } from '../../testing/evm/transaction-harness.ts';
import { applyMessage, type CallMessage, messageFault } from './apply-message.ts';

const stranger = address(0x57a4);

function message(fields: Partial<CallMessage> = {}): CallMessage {
  const fees = { feeCap: 0n, tipCap: 0n, gasLimit: 100_000n };
  const lists = { accessList: [], authorizations: [], blobHashes: [] };
  return { sender, to: contract, value: 0n, data: emptyBytes, ...fees, ...lists, ...fields };
}

test('a free call needs no money, no nonce and no key', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble('GASPRICE', ...returnTop), nonce: 1n });
  harness.put(stranger, { code: assemble('STOP'), nonce: 7n });
  const { outcome, effectiveGasPrice } = applyMessage(message({ sender: stranger }), harness.context);
  assert.equal(outcome.status, 'success');
  assert.equal(bytesToBigint(outcome.output), 0n);
  assert.equal(effectiveGasPrice, 0n);
});

test('a call with a price pays it', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble('GASPRICE', ...returnTop), nonce: 1n });
  const { outcome, gasUsed } = applyMessage(message({ feeCap: 20n, tipCap: 3n }), harness.context);
  assert.equal(bytesToBigint(outcome.output), 10n);
  assert.equal(harness.balance(sender), funds - gasUsed * 10n);
});

test('money, price, gas and initcode are checked as for transactions', () => {
  const harness = createTransactionHarness();
  const code = (fields: Partial<CallMessage>) => messageFault(message(fields), harness.context)?.code;
  assert.equal(code({}), undefined);
  assert.equal(code({ value: funds + 1n }), 'insufficient-funds');
  assert.equal(code({ sender: stranger, feeCap: 20n }), 'insufficient-funds');
  assert.equal(code({ feeCap: 6n }), 'fee-cap-below-base-fee');
  assert.equal(code({ feeCap: 7n, tipCap: 8n }), 'tip-above-fee-cap');
  assert.equal(code({ gasLimit: 20_999n }), 'intrinsic-gas-too-low');
  assert.equal(code({ to: undefined, gasLimit: 10_000_000n, data: new Uint8Array(49_153) }), 'initcode-too-large');
  assert.equal(code({ gasLimit: 200_000_000n }), undefined);
});
