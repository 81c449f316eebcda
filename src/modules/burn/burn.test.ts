import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutedTransaction } from '../../kernel/module.ts';
import { feeCollector, lightNodePool, moduleAccount, treasury } from '../../kernel/module-account.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createBurn } from './index.ts';

const validators = moduleAccount('validators of the test');
const stakers = moduleAccount('stakers of the test');

function harnessWith(params: Record<string, unknown> = {}) {
  const burn = createBurn({
    payRewards: ({ state }, validatorWei, stakerWei) => {
      state.transfer(feeCollector, validators, validatorWei);
      state.transfer(feeCollector, stakers, stakerWei);
    },
  });
  return { burn, harness: createModuleHarness([burn], { burn: { params } }) };
}

const transaction: ExecutedTransaction = {
  sender: zeroAddress,
  to: zeroAddress,
  value: 0n,
  data: new Uint8Array(0),
  size: 100,
  succeeded: true,
  gasUsed: 21_000n,
  gasPrice: 10n ** 11n,
};

test('fees are split 37/30/20/10/3 to the last wei', () => {
  const { burn, harness } = harnessWith();
  const fees = 123_456_789_012_345_678_901n;
  harness.state.mint(feeCollector, fees);
  harness.nextBlock();
  const { state } = harness;
  assert.equal(state.balance(feeCollector), 0n);
  assert.equal(state.balance(validators), (fees * 37n) / 100n);
  assert.equal(state.balance(stakers), fees / 10n);
  assert.equal(state.balance(lightNodePool), (fees * 3n) / 100n);
  assert.equal(state.burned, (fees * 30n) / 100n);
  const paid = [validators, stakers, lightNodePool, treasury].reduce(
    (sum, account) => sum + state.balance(account),
    0n,
  );
  assert.equal(paid + state.burned, fees);
  assert.deepEqual(harness.query(burn, 'qor_getBurnStats'), {
    total_burned: (state.burned / weiPerUqor).toString(),
    total_distributed: (paid / weiPerUqor).toString(),
    channels: { validator_share: '0.37', burn_share: '0.30', treasury_share: '0.20', staker_share: '0.10' },
    last_block_burned: '1',
  });
  assert.deepEqual(harness.call(burn, zeroAddress, 'burnedBy', { source: 'gas_fee' }), {
    outputs: { amount: state.burned },
  });
});

test('a block without fees leaves no record', () => {
  const { burn, harness } = harnessWith();
  harness.nextBlock();
  assert.equal(harness.logs.length, 0);
  assert.deepEqual(harness.call(burn, zeroAddress, 'totalBurned', {}), { outputs: { amount: 0n } });
});

test('each milestone burns once, and no more than the treasury has', () => {
  const { burn, harness } = harnessWith({
    milestones: [
      { transactions: 3, burn: '10' },
      { transactions: 5, burn: '1000' },
    ],
  });
  harness.fund(treasury, 100n);
  const block = (count: number) =>
    harness.nextBlock({ transactions: Array<ExecutedTransaction>(count).fill(transaction) });
  block(2);
  assert.equal(harness.balance(treasury), 100n);
  block(1);
  assert.equal(harness.balance(treasury), 90n);
  block(1);
  assert.equal(harness.balance(treasury), 90n);
  block(7);
  assert.equal(harness.balance(treasury), 0n);
  block(7);
  const { outputs } = harness.call(burn, zeroAddress, 'burnedBy', { source: 'milestone' }) as {
    outputs: { amount: bigint };
  };
  assert.equal(outputs.amount, 100n * weiPerUqor);
});

test('shares that do not add up to 1 are rejected in genesis', () => {
  assert.throws(() => harnessWith({ staker_share: '0.2' }), /the five fee shares/);
  assert.throws(() => harnessWith({ stakershare: '0.1' }), /params.stakershare: is not known/);
});

test('an unknown source is rejected', () => {
  const { burn, harness } = harnessWith();
  assert.deepEqual(harness.call(burn, zeroAddress, 'burnedBy', { source: 'fun' }), {
    rejection: 'burn: unknown source (4)',
  });
});
