import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Authorization } from '../../kernel/transaction/transaction.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes } from '../../primitives/bytes.ts';
import { addressOfPrivateKey, groupOrder, signDigest } from '../../primitives/crypto/secp256k1.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { contract, sender } from '../../testing/evm/harness.ts';
import { createTransactionHarness, dynamicFee } from '../../testing/evm/transaction-harness.ts';
import { delegateOf } from '../delegation.ts';
import { applyTransaction } from './apply-transaction.ts';
import { authorizationDigest } from './authorize.ts';

const key = bigintToFixedBytes(77n, 32);
const authority = addressOfPrivateKey(key);

function authorize(fields: Partial<Authorization> = {}): Authorization {
  const unsigned = { chainId: 0n, address: contract, nonce: 0n, ...fields };
  const { r, s, yParity } = signDigest(authorizationDigest(unsigned), key);
  return { r, s, yParity: BigInt(yParity), ...unsigned };
}

/** A world where `contract` writes 7 into slot 1, and a transaction that calls the authority. */
function createDelegationHarness() {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble(7, 1, 'SSTORE'), nonce: 1n });
  let nonce = 0n;
  return {
    ...harness,
    send: (...authorizationList: Authorization[]) =>
      applyTransaction(
        { ...dynamicFee({ to: authority, nonce: nonce++, gasLimit: 300_000n }), type: 4, authorizationList, sender },
        harness.context,
      ),
    delegate: () => {
      const account = harness.state.account(authority);
      return account && delegateOf(harness.state.code(account.codeHash));
    },
    nonce: () => harness.state.account(authority)?.nonce,
  };
}

test('an authorised account runs the code it delegates to, in its own storage', () => {
  const harness = createDelegationHarness();
  harness.send(authorize());
  assert.equal(harness.delegate(), contract);
  assert.equal(harness.nonce(), 1n);
  assert.equal(harness.slot(authority, 1), 7n);
  assert.equal(harness.slot(contract, 1), 0n);
});

test('delegating to the zero address removes the delegation', () => {
  const harness = createDelegationHarness();
  harness.send(authorize());
  harness.send(authorize({ address: zeroAddress, nonce: 1n }));
  assert.equal(harness.delegate(), undefined);
  assert.equal(harness.nonce(), 2n);
});

test('delegations stay when the execution reverts', () => {
  const harness = createDelegationHarness();
  harness.put(contract, { code: assemble(0, 0, 'REVERT'), nonce: 1n });
  assert.equal(harness.send(authorize()).outcome.status, 'revert');
  assert.equal(harness.delegate(), contract);
});

test('12,500 gas come back for an account that exists', () => {
  const gasUsed = (balance: bigint) => {
    const harness = createDelegationHarness();
    if (balance > 0n) harness.put(authority, { balance });
    harness.put(contract, { code: assemble('STOP'), nonce: 1n });
    return harness.send(authorize()).gasUsed;
  };
  assert.equal(gasUsed(0n), 46_000n);
  assert.equal(gasUsed(1n), 46_000n - 46_000n / 5n);
});

test('invalid authorisations are skipped', () => {
  const good = authorize();
  const malleable = { ...good, s: groupOrder - good.s, yParity: 1n - good.yParity };
  const bad = {
    'of another chain': authorize({ chainId: 1n }),
    'with another nonce': authorize({ nonce: 1n }),
    'with the last nonce': authorize({ nonce: 2n ** 64n - 1n }),
    'with a high s': malleable,
    'with an impossible parity': { ...good, yParity: 2n },
    'without a signature': { ...good, r: 0n },
  };
  for (const [what, authorization] of Object.entries(bad)) {
    const harness = createDelegationHarness();
    assert.equal(harness.send(authorization).outcome.status, 'success', what);
    assert.equal(harness.state.account(authority), undefined, what);
  }
});

test('an account with code of its own cannot be delegated', () => {
  const harness = createDelegationHarness();
  harness.put(authority, { code: assemble('STOP') });
  harness.send(authorize());
  assert.equal(harness.nonce(), 0n);
});

test('the second of two authorisations needs the next nonce', () => {
  const harness = createDelegationHarness();
  harness.send(authorize(), authorize({ nonce: 1n, address: sender }));
  assert.equal(harness.delegate(), sender);
  assert.equal(harness.nonce(), 2n);
});

test('between the recoveries of many signers the execution can be stopped, and what is known is not recovered again', () => {
  const { context } = createDelegationHarness();
  const authorizationList = Array.from({ length: 40 }, () => authorize());
  let questions = 0;
  const send = (stopAt: number) => {
    questions = 0;
    const run = { ...context.run, shouldStop: () => ++questions === stopAt };
    const tx = { ...dynamicFee({ to: authority, gasLimit: 2_000_000n }), type: 4, authorizationList, sender } as const;
    const before = context.state.snapshot();
    try {
      return applyTransaction(tx, { ...context, run }).outcome.status;
    } finally {
      context.state.revert(before);
    }
  };
  assert.throws(() => send(2), { name: 'ExecutionStoppedError' });
  assert.equal(send(0), 'success');
  assert.equal(questions, 2);
  assert.equal(send(1), 'success');
  assert.equal(questions, 0);
});
