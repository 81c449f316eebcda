import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewardPool } from '../../kernel/module-account.ts';
import type { Address } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { toHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { defaultSection } from '../staking/genesis.ts';
import { stakeOfOperator } from '../staking/readers.ts';
import { sharesOf, sharesPerUqor } from '../staking/stake.ts';
import { delegationRewardsTable, poolsRecord, rewardScale, validatorRewardsTable } from './records.ts';
import { settledDelegation, settledValidator } from './rewards.ts';

const accounts = developmentAccounts.map(({ address }) => address);
const [operator, delegator, late, spender] = [accounts[0], accounts[1], accounts[2], accounts[3]] as [
  Address,
  Address,
  Address,
  Address,
];
const uqor = 1_000_000n;

/** A chain whose only validator has stake of its own and, from genesis on, that of another account. */
function openFixture() {
  const section = JSON.parse(JSON.stringify(defaultSection('dev')));
  const [{ value }] = section.validator;
  const delegated = 3_000_000n * uqor;
  value.tokens = (BigInt(value.tokens) + delegated).toString();
  value.shares = (BigInt(value.shares) + delegated * sharesPerUqor).toString();
  section.delegation.push({
    key: [delegator, operator],
    value: (delegated * sharesPerUqor).toString(),
  });
  return openModuleChain(genesisWith({ staking: section }));
}

const balanceOf = (state: StateView) => state.account(rewardPool)?.balance ?? 0n;

/** Whole wei that an account has earned with the validator and not yet taken. */
function earnedBy(chain: ReturnType<typeof openFixture>, account: Address): bigint {
  const state = chain.chain.headState();
  const stake = stakeOfOperator(state, operator);
  assert.ok(stake !== undefined);
  const settled = settledValidator(state, operator, stake);
  return settledDelegation(state, account, operator, sharesOf(state, account, operator), settled).accrued / rewardScale;
}

/** Asserts that the reward pool holds, to a whole wei, what is owed to all and what is not distributed yet. */
function assertPool(chain: ReturnType<typeof openFixture>) {
  const state = chain.chain.headState();
  let owed = poolsRecord.get(state).staker_rest + poolsRecord.get(state).validator_rest;
  const stake = stakeOfOperator(state, operator);
  assert.ok(stake !== undefined);
  const settled = settledValidator(state, operator, stake);
  owed += settled.income + settled.rest;
  for (const account of [operator, delegator, late, spender]) {
    owed += settledDelegation(state, account, operator, sharesOf(state, account, operator), settled).accrued;
  }
  assert.equal(balanceOf(state), owed / rewardScale);
  assert.equal(owed % rewardScale, 0n);
}

test('delegators of the genesis earn from the first block on, and the pool holds exactly what is owed', () => {
  const chain = openFixture();
  chain.mine();
  const inputs = { validator: operator };
  assert.equal(delegationRewardsTable.get(chain.chain.headState(), delegator, operator), undefined);
  for (let block = 0; block < 5; block++) {
    chain.mine({ transactions: [chain.call(3, 'staking', 'delegate', { ...inputs, amount: 1n })] });
    assertPool(chain);
  }
  const owed = earnedBy(chain, delegator);
  assert.ok(owed > 0n);
  const delegate = chain.call(2, 'staking', 'delegate', { ...inputs, amount: 5_000n * uqor });
  const executed = chain.mine({ transactions: [delegate, chain.call(1, 'distribution', 'withdrawRewards', inputs)] });
  assert.deepEqual(
    executed.receipts.map(({ status }) => status),
    [1, 1],
  );
  assertPool(chain);
  const [log] = executed.receipts[1]?.logs ?? [];
  assert.equal(BigInt(toHex(log?.data ?? new Uint8Array(0))), owed);
  chain.mine({ transactions: [chain.call(0, 'distribution', 'withdrawRewards', inputs)] });
  assertPool(chain);
  assert.ok(validatorRewardsTable.get(chain.chain.headState(), operator) !== undefined);
  chain.assertSupply();
});

test('who has no stake with a validator has nothing to withdraw', () => {
  const chain = openFixture();
  const executed = chain.mine({
    transactions: [chain.call(2, 'distribution', 'withdrawRewards', { validator: operator })],
  });
  assert.deepEqual(
    executed.receipts.map(({ status }) => status),
    [0],
  );
});
