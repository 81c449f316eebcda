import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeCollector, rewardPool, treasury } from '../../kernel/module-account.ts';
import { countHeld } from '../../kernel/pools.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness, harnessNetwork, type ModuleHarness } from '../../testing/module-harness.ts';
import { keyWithProof, testConsensusKey } from '../../testing/signing/consensus-keys.ts';
import { stakingAddress } from '../addresses.ts';
import { createDistribution } from '../distribution/index.ts';
import { addRewards, settleDelegation, settleValidator } from '../distribution/rewards.ts';
import { createStaking } from './index.ts';
import { rewardStakes } from './readers.ts';
import { activeSetRecord, missesPerRow, missRows, totalsRecord, validators } from './records.ts';

const accounts = developmentAccounts.map(({ address }) => address);
const [first, alice, bob, carol] = accounts;
assert.ok(first && alice && bob && carol);
const qor = 1_000_000n;

const staking = createStaking({
  rewards: { settleValidator, settleDelegation },
  penaltyFor: () => parseDecimal('0.10'),
  burnCoins: ({ state }, from, wei) => {
    state.burn(from, wei);
    countHeld(state, from, -wei);
  },
  startReputation: () => {},
});
const distribution = createDistribution(rewardStakes);

const keyOf = (operator: Address) => testConsensusKey(accounts.indexOf(operator));

function newHarness(params: Record<string, unknown> = {}, genesisHeight = 0): ModuleHarness {
  const section = staking.defaultGenesis('dev') as { params: object };
  const own = { ...section, params: { ...section.params, ...params }, validator: [], delegation: [] };
  const funded = createModuleHarness([staking, distribution], { staking: own }, 0n, genesisHeight);
  for (const account of accounts) funded.fund(account, 10_000_000n * qor);
  return funded;
}

function createValidator(harness: ModuleHarness, operator: Address, amount: bigint) {
  const proven = keyWithProof(keyOf(operator), operator);
  const inputs = { ...proven, moniker: 'one', commission: 1_000n, amount };
  assert.deepEqual(harness.call(staking, operator, 'createValidator', inputs), { outputs: {} });
}

/** Adds rewards as the fee split does. */
function reward(harness: ModuleHarness, validatorWei: bigint, stakerWei: bigint) {
  harness.state.mint(rewardPool, validatorWei + stakerWei);
  countHeld(harness.state, rewardPool, validatorWei + stakerWei);
  addRewards(harness.state, totalsRecord.get(harness.state).bonded, validatorWei, stakerWei);
}

const earned = (harness: ModuleHarness, delegator: Address, validator: Address) =>
  (harness.call(distribution, delegator, 'rewardsOf', { delegator, validator }) as { outputs: { amount: bigint } })
    .outputs.amount;

test('delegate, earn with commission, undelegate, be paid after the unbonding time', () => {
  const harness = newHarness();
  createValidator(harness, first, 100_000n * qor);
  harness.call(staking, alice, 'delegate', { validator: first, amount: 300_000n * qor });
  harness.nextBlock();
  assert.deepEqual(activeSetRecord.get(harness.state), [first]);
  reward(harness, 4_000n, 40_000n);
  // Fractions of a wei are kept for later: payable amounts are rounded down.
  assert.equal(earned(harness, first, first), 9_000n - 1n);
  assert.equal(earned(harness, alice, first), 27_000n - 1n);
  assert.deepEqual(harness.call(distribution, first, 'incomeOf', { validator: first }), {
    outputs: { amount: 8_000n - 1n },
  });
  const before = harness.state.balance(alice);
  assert.deepEqual(harness.call(distribution, alice, 'withdrawRewards', { validator: first }), {
    outputs: { amount: 27_000n - 1n },
  });
  assert.equal(harness.state.balance(alice) - before, 27_000n - 1n);
  assert.equal(earned(harness, alice, first), 0n);

  const { outputs } = harness.call(staking, alice, 'undelegate', { validator: first, amount: 300_000n * qor }) as {
    outputs: { completion: bigint };
  };
  assert.equal(outputs.completion, harness.block.timestamp + 20n);
  harness.nextBlock({ seconds: 19 });
  harness.nextBlock({ seconds: 1 });
  assert.equal(harness.balance(alice), 9_700_000n * qor);
  harness.nextBlock();
  assert.equal(harness.balance(alice), 10_000_000n * qor);
});

test('rewards continue with later stakes, to the last wei', () => {
  const harness = newHarness();
  createValidator(harness, first, 100_003n * qor + 1n);
  createValidator(harness, alice, 100_019n * qor + 7n);
  harness.nextBlock();
  const people = [bob, carol];
  for (let round = 0; round < 12; round++) {
    reward(harness, 1_000_003n + BigInt(round), 77_777_777n * BigInt(round + 1));
    const who = people[round % 2] ?? bob;
    harness.call(staking, who, 'delegate', {
      validator: round % 3 === 0 ? first : alice,
      amount: 1_000_001n * BigInt(round + 1),
    });
    if (round % 4 === 3) harness.call(staking, who, 'redelegate', { from: alice, to: first, amount: 1_000n });
    harness.nextBlock();
  }
  for (const who of [first, alice, bob, carol]) {
    for (const validator of [first, alice]) harness.call(distribution, who, 'withdrawRewards', { validator });
    harness.call(distribution, who, 'withdrawIncome', {});
  }
  assert.ok(harness.state.balance(rewardPool) < 20n, 'only fractions of a wei per account are left');
  const sum = [...accounts, stakingAddress, rewardPool].reduce(
    (total, account) => total + harness.state.balance(account),
    0n,
  );
  assert.equal(sum, harness.state.minted);
});

test('the active set holds the validators with the most stake', () => {
  const harness = newHarness({ max_validators: 2 });
  createValidator(harness, first, 100_000n * qor);
  createValidator(harness, alice, 200_000n * qor);
  createValidator(harness, bob, 300_000n * qor);
  harness.nextBlock();
  assert.deepEqual(activeSetRecord.get(harness.state), [bob, alice]);
  assert.equal(totalsRecord.get(harness.state).bonded, 500_000n * qor);
  harness.call(staking, carol, 'delegate', { validator: first, amount: 500_000n * qor });
  harness.nextBlock();
  assert.deepEqual(activeSetRecord.get(harness.state), [first, bob]);
  assert.equal(totalsRecord.get(harness.state).bonded, 900_000n * qor);
});

test('missing too many signatures costs stake and the active status, until the validator is unjailed', () => {
  const harness = newHarness({ signed_blocks_window: 4, min_signed_per_window: '0.5', jail_blocks: 3 });
  createValidator(harness, first, 100_000n * qor);
  createValidator(harness, alice, 200_000n * qor);
  harness.nextBlock();
  const miss = () =>
    harness.nextBlock({
      report: {
        votes: [
          { validator: keyOf(alice).address, signed: false },
          { validator: keyOf(first).address, signed: true },
        ],
      },
    });
  miss();
  miss();
  assert.equal(validators.get(harness.state, alice)?.jailed, false);
  miss();
  const jailed = validators.get(harness.state, alice);
  assert.deepEqual([jailed?.jailed, jailed?.tokens, jailed?.is_active], [true, 180_000n * qor, false]);
  assert.deepEqual(activeSetRecord.get(harness.state), [first]);
  assert.equal(harness.state.burned, 20_000n * qor * weiPerUqor);
  assert.deepEqual(harness.call(staking, alice, 'unjail', {}), {
    rejection: 'staking: the validator may not come back yet (11)',
  });
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.deepEqual(harness.call(staking, alice, 'unjail', {}), { outputs: {} });
  harness.nextBlock();
  assert.deepEqual(activeSetRecord.get(harness.state), [alice, first]);
  const worth = harness.call(staking, alice, 'delegationOf', { delegator: alice, validator: alice }) as {
    outputs: { amount: bigint };
  };
  assert.equal(worth.outputs.amount, 180_000n * qor);
});

/** A pseudo-random series of missed blocks: long runs of both kinds, and blocks here and there. */
function* series(seed: number): Iterable<boolean> {
  let x = seed;
  for (;;) {
    x = (x * 1_103_515_245 + 12_345) % 2 ** 31;
    const length = 1 + (x % 7) * (x % 11);
    const part = (x >> 8) % 3;
    for (let at = 0; at < length; at++) yield part === 2 ? (at & 1) === 1 : part === 0;
  }
}

test('the window of missed signatures slides, at the bounds of its rows too', () => {
  for (const window of [1, 2, 7, missesPerRow / 8, missesPerRow - 1, missesPerRow, missesPerRow + 1]) {
    const harness = newHarness({ signed_blocks_window: window, min_signed_per_window: '0' }, missesPerRow);
    createValidator(harness, first, 100_000n * qor);
    createValidator(harness, alice, 200_000n * qor);
    harness.nextBlock();
    const height = harness.height - missesPerRow + 5;
    const before = validators.get(harness.state, alice);
    assert.ok(before);
    validators.set(harness.state, { ...before, window_start: height }, alice);
    const missed: boolean[] = [];
    for (const isMissed of series(window)) {
      if (missed.length === 3 * Math.min(window, 300) + 50) break;
      missed.push(isMissed);
      const votes = [{ validator: keyOf(alice).address, signed: !isMissed }];
      harness.nextBlock({ report: { votes } });
      const now = validators.get(harness.state, alice);
      if (isMissed) assert.equal(now?.missed_blocks, missed.slice(-window).filter(Boolean).length, `of ${window}`);
      assert.equal(now?.is_silent, isMissed);
    }
    const rows = [...missRows.list(harness.state, [alice])].length;
    assert.ok(rows <= 3, `${rows} rows`);
  }
});

test('misses at the end of one window and the beginning of the next are counted together', () => {
  const harness = newHarness({ signed_blocks_window: 10, min_signed_per_window: '0.5' });
  createValidator(harness, first, 100_000n * qor);
  createValidator(harness, alice, 200_000n * qor);
  harness.nextBlock();
  const vote = (signed: boolean) =>
    harness.nextBlock({ report: { votes: [{ validator: keyOf(alice).address, signed }] } });
  vote(false);
  for (let block = 0; block < 5; block++) vote(true);
  for (let block = 0; block < 4; block++) vote(false);
  vote(true); // the first miss leaves the window
  vote(false);
  assert.equal(validators.get(harness.state, alice)?.jailed, false, 'five of ten');
  vote(false);
  assert.equal(validators.get(harness.state, alice)?.jailed, true, 'six of ten');
  assert.deepEqual([...missRows.list(harness.state, [alice])], []);
});

test('rejected calls change nothing', () => {
  const harness = newHarness();
  createValidator(harness, first, 100_000n * qor);
  const rejection = (caller: Address, name: string, inputs: AbiRecord) => harness.call(staking, caller, name, inputs);
  const { key, proof } = keyWithProof(keyOf(alice), alice);
  const validator = { key, proof, moniker: 'two', commission: 500n, amount: 100_000n * qor };
  assert.deepEqual(rejection(first, 'createValidator', validator), {
    rejection: 'staking: the account operates a validator already (4)',
  });
  assert.deepEqual(rejection(alice, 'createValidator', { ...validator, ...keyWithProof(keyOf(first), alice) }), {
    rejection: 'staking: another validator signs with that key (9)',
  });
  assert.deepEqual(rejection(alice, 'createValidator', { ...validator, commission: 499n }), {
    rejection: 'staking: the commission must be from the minimum to 100 % (7)',
  });
  assert.deepEqual(rejection(alice, 'createValidator', { ...validator, amount: 1n }), {
    rejection: 'staking: the self bond is below the minimum (8)',
  });
  const elsewhere = { ...harnessNetwork, genesisHash: zeroHash };
  for (const wrong of [keyWithProof(keyOf(alice), bob).proof, keyWithProof(keyOf(alice), alice, elsewhere).proof]) {
    assert.deepEqual(rejection(alice, 'createValidator', { ...validator, proof: wrong }), {
      rejection: 'staking: the proof is not a signature of that key for this operator on this chain (15)',
    });
  }
  assert.deepEqual(rejection(alice, 'createValidator', { ...validator, key: key.subarray(1) }), {
    rejection: 'staking: the consensus key must be 32 bytes of ed25519 or 33 bytes of secp256k1 (14)',
  });
  assert.deepEqual(rejection(alice, 'delegate', { validator: bob, amount: 1n }), {
    rejection: 'staking: no validator is operated by that account (3)',
  });
  assert.deepEqual(rejection(alice, 'delegate', { validator: first, amount: 0n }), {
    rejection: 'staking: the amount must be above zero (2)',
  });
  assert.deepEqual(rejection(alice, 'delegate', { validator: first, amount: 2n ** 200n }), {
    rejection: 'staking: the balance does not suffice (5)',
  });
  assert.deepEqual(rejection(alice, 'undelegate', { validator: first, amount: 1n }), {
    rejection: 'staking: less is delegated than that (6)',
  });
  assert.deepEqual(rejection(first, 'unjail', {}), { rejection: 'staking: the validator is not jailed (10)' });
  assert.equal(harness.balance(alice), 10_000_000n * qor);
});

test('a development network starts with one active validator, paid for by the treasury', () => {
  const harness = createModuleHarness(
    [
      {
        ...staking,
        initGenesis: (context, section, network) => {
          context.state.mint(treasury, 2_000_000n * qor * weiPerUqor);
          staking.initGenesis?.(context, section, network);
        },
      },
    ],
    { staking: staking.defaultGenesis('dev') },
  );
  assert.deepEqual(activeSetRecord.get(harness.state), [first]);
  assert.equal(harness.balance(stakingAddress), 1_000_000n * qor);
  assert.equal(harness.balance(treasury), 1_000_000n * qor);
  assert.equal(harness.balance(feeCollector), 0n);
  const section = JSON.parse(JSON.stringify(staking.exportGenesis?.(harness.state)));
  assert.deepEqual(section.active_set, [toBech32(first)]);
});
