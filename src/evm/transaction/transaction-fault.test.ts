import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { address, contract, sender } from '../../testing/evm/harness.ts';
import { createTransactionHarness, dynamicFee, funds } from '../../testing/evm/transaction-harness.ts';
import { delegationTo } from '../delegation.ts';
import type { TransactionFault } from './fault.ts';
import { transactionFaultText } from './fault.ts';
import type { SentTransaction } from './sender-fault.ts';

const maxNonce = 2n ** 64n - 1n;
const authorization = { chainId: 0n, address: contract, nonce: 0n, yParity: 0n, r: 1n, s: 1n };

type Case = { readonly tx: Partial<SentTransaction>; readonly fault: TransactionFault; readonly text: RegExp };

/** Fault by fault, with the expressions that client libraries match. */
const cases: readonly Case[] = [
  {
    tx: { chainId: 1n },
    fault: { code: 'wrong-chain-id', expected: 1234n, got: 1n },
    text: /invalid chain id for signer: have 1 want 1234/,
  },
  {
    tx: { gasLimit: 100_000_001n },
    fault: { code: 'gas-limit-above-block', gasLimit: 100_000_001n, blockGasLimit: 100_000_000n },
    text: /exceeds block gas limit/,
  },
  {
    tx: { maxPriorityFeePerGas: 21n },
    fault: { code: 'tip-above-fee-cap', tipCap: 21n, feeCap: 20n },
    text: /max priority fee per gas higher than max fee per gas/,
  },
  {
    tx: { maxFeePerGas: 2n ** 255n },
    fault: { code: 'fee-overflow', gasLimit: 100_000n, feeCap: 2n ** 255n },
    text: /max fee per gas higher than 2\^256-1/,
  },
  {
    tx: { maxFeePerGas: 6n },
    fault: { code: 'fee-cap-below-base-fee', sender, feeCap: 6n, baseFee: 7n },
    text: /max fee per gas less than block base fee/,
  },
  {
    tx: { to: undefined, data: new Uint8Array(49_153), gasLimit: 10_000_000n },
    fault: { code: 'initcode-too-large', size: 49_153, limit: 49_152 },
    text: /max initcode size exceeded: code size 49153, limit 49152/,
  },
  {
    tx: { gasLimit: 20_999n },
    fault: { code: 'intrinsic-gas-too-low', gasLimit: 20_999n, needed: 21_000n },
    text: /intrinsic gas too low: gas 20999, minimum needed 21000/,
  },
  {
    tx: { data: new Uint8Array(100).fill(1), gasLimit: 24_999n },
    fault: { code: 'floor-gas-too-low', gasLimit: 24_999n, needed: 25_000n },
    text: /insufficient gas for floor data gas cost/,
  },
  {
    tx: { type: 4, authorizationList: [] },
    fault: { code: 'authorization-list-empty' },
    text: /EIP-7702 transaction with empty auth list/,
  },
  {
    tx: { type: 4, to: undefined, authorizationList: [authorization] },
    fault: { code: 'creation-with-authorizations' },
    text: /EIP-7702 transaction cannot be used to create contract/,
  },
  {
    tx: { nonce: 4n },
    fault: { code: 'nonce-too-low', expected: 5n, got: 4n },
    text: /nonce too low: next nonce 5, tx nonce 4/,
  },
  { tx: { nonce: 6n }, fault: { code: 'nonce-too-high', expected: 5n, got: 6n }, text: /nonce too high/ },
  { tx: { nonce: maxNonce }, fault: { code: 'nonce-at-maximum', sender }, text: /nonce has max value/ },
  {
    tx: { value: funds },
    fault: { code: 'insufficient-funds', balance: funds, cost: funds + 2_000_000n },
    text: /insufficient funds for gas \* price \+ value: balance \d+, tx cost \d+, overshot 2000000/,
  },
];

for (const { tx, fault, text } of cases) {
  test(`${fault.code} is rejected with nothing changed`, () => {
    const harness = createTransactionHarness();
    harness.put(sender, { balance: funds, nonce: 5n });
    const { version } = harness.state;
    const full = { ...dynamicFee({ nonce: 5n }), sender, ...tx } as SentTransaction;
    assert.deepEqual(harness.rejection(full), fault);
    assert.match(transactionFaultText(fault), text);
    assert.equal(harness.state.version, version);
  });
}

test('set-code transactions do not exist before Prague', () => {
  const harness = createTransactionHarness({ fork: 'cancun' });
  const tx: SentTransaction = { ...dynamicFee(), type: 4, authorizationList: [authorization], sender };
  assert.deepEqual(harness.rejection(tx), { code: 'type-not-supported', type: 4, fork: 'cancun' });
});

test('a transaction has at most the gas of EIP-7825 where the block says so, whatever the gas of the block', () => {
  const harness = createTransactionHarness({ maxTransactionGas: 2n ** 24n });
  const rejectionAt = (gasLimit: bigint) => harness.rejection({ ...dynamicFee({ gasLimit }), sender });
  assert.equal(rejectionAt(2n ** 24n), undefined);
  const fault = rejectionAt(2n ** 24n + 1n);
  assert.deepEqual(fault, { code: 'gas-limit-above-cap', gasLimit: 2n ** 24n + 1n, cap: 2n ** 24n });
  assert.equal(transactionFaultText(fault), 'transaction gas limit too high (cap: 16777216, tx: 16777217)');
  assert.equal(rejectionAt(100_000_001n)?.code, 'gas-limit-above-cap');
});

test('an account with code sends nothing (EIP-3607), unless the code is a delegation (EIP-7702)', () => {
  const harness = createTransactionHarness();
  const code = Uint8Array.of(0x00);
  harness.put(sender, { balance: funds, code });
  const tx = { ...dynamicFee({ to: address(1) }), sender };
  assert.deepEqual(harness.rejection(tx), { code: 'sender-not-eoa', sender, codeHash: keccakHash(code) });
  harness.put(sender, { balance: funds, code: delegationTo(contract) });
  assert.equal(harness.rejection(tx), undefined);
});

test('a nonce too high is named only when nothing else is wrong with the sender', () => {
  const harness = createTransactionHarness();
  const tx = { ...dynamicFee({ nonce: 1n, value: funds }), sender };
  assert.equal(harness.rejection(tx)?.code, 'insufficient-funds');
});
