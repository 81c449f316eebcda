import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Authorization } from '../../kernel/transaction/transaction.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes } from '../../primitives/bytes.ts';
import { addressOfPrivateKey, groupOrder, signDigest } from '../../primitives/crypto/secp256k1.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { contract, sender } from '../../testing/evm/harness.ts';
import { createTransactionStage, dynamicFee } from '../../testing/evm/transaction-harness.ts';
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
function createDelegationStage() {
  const stage = createTransactionStage();
  stage.put(contract, { code: assemble(7, 1, 'SSTORE'), nonce: 1n });
  let nonce = 0n;
  return {
    ...stage,
    send: (...authorizationList: Authorization[]) =>
      applyTransaction(
        { ...dynamicFee({ to: authority, nonce: nonce++, gasLimit: 300_000n }), type: 4, authorizationList, sender },
        stage.context,
      ),
    delegate: () => {
      const account = stage.state.account(authority);
      return account && delegateOf(stage.state.code(account.codeHash));
    },
    nonce: () => stage.state.account(authority)?.nonce,
  };
}

test('an authorised account runs the code it delegates to, in its own storage', () => {
  const stage = createDelegationStage();
  stage.send(authorize());
  assert.equal(stage.delegate(), contract);
  assert.equal(stage.nonce(), 1n);
  assert.equal(stage.slot(authority, 1), 7n);
  assert.equal(stage.slot(contract, 1), 0n);
});

test('delegating to the zero address takes the delegation away', () => {
  const stage = createDelegationStage();
  stage.send(authorize());
  stage.send(authorize({ address: zeroAddress, nonce: 1n }));
  assert.equal(stage.delegate(), undefined);
  assert.equal(stage.nonce(), 2n);
});

test('delegations stay when the execution reverts', () => {
  const stage = createDelegationStage();
  stage.put(contract, { code: assemble(0, 0, 'REVERT'), nonce: 1n });
  assert.equal(stage.send(authorize()).outcome.status, 'revert');
  assert.equal(stage.delegate(), contract);
});

test('12,500 gas come back for an account that exists', () => {
  const gasUsed = (balance: bigint) => {
    const stage = createDelegationStage();
    if (balance > 0n) stage.put(authority, { balance });
    stage.put(contract, { code: assemble('STOP'), nonce: 1n });
    return stage.send(authorize()).gasUsed;
  };
  assert.equal(gasUsed(0n), 46_000n);
  assert.equal(gasUsed(1n), 46_000n - 46_000n / 5n);
});

test('authorisations that do not hold are passed over', () => {
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
    const stage = createDelegationStage();
    assert.equal(stage.send(authorization).outcome.status, 'success', what);
    assert.equal(stage.state.account(authority), undefined, what);
  }
});

test('an account with code of its own cannot be delegated', () => {
  const stage = createDelegationStage();
  stage.put(authority, { code: assemble('STOP') });
  stage.send(authorize());
  assert.equal(stage.nonce(), 0n);
});

test('the second of two authorisations needs the next nonce', () => {
  const stage = createDelegationStage();
  stage.send(authorize(), authorize({ nonce: 1n, address: sender }));
  assert.equal(stage.delegate(), sender);
  assert.equal(stage.nonce(), 2n);
});
