import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { emptyReport } from '../../kernel/module.ts';
import { type Address, parseAddress, toBech32 } from '../../primitives/address.ts';
import { add, type Decimal, formatDecimal, one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { fromHex } from '../../primitives/hex.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { type Candidate, punish } from './blocks.ts';
import { bondingReward, decayed, medianOf, percentile, slashingPenalty, votingPower } from './formulas.ts';
import { createQca } from './index.ts';
import { qcaParams } from './params.ts';
import { selectProposer } from './selection.ts';

const params = qcaParams.defaults;
const operatorAt = (index: number): Address => parseAddress(`0x${(index + 1).toString(16).padStart(40, '0')}`);
const rounded = (value: Decimal) => Number(formatDecimal(value)).toFixed(4);

const candidate = (index: number, qor: bigint, reputation: string, delegatedQor = 0n): Candidate => ({
  operator: operatorAt(index),
  tokens: qor * 1_000_000n,
  delegated: delegatedQor * 1_000_000n,
  reputation: parseDecimal(reputation),
});
const set = [
  candidate(0, 900n, '0.9'),
  candidate(1, 800n, '0.2', 20_000n),
  candidate(2, 100n, '0.95'),
  candidate(3, 50n, '0.3'),
];
const reader = {
  candidates: () => set,
  operatesValidator: (_: unknown, who: Address) => set.some(({ operator }) => operator === who),
  operatorOf: () => undefined,
  holdingOf: () => ({ staked: 100n, xqore: 150n }),
  reputationOf: (_: unknown, who: Address) => set.find(({ operator }) => operator === who)?.reputation,
};

test('penalties grow with earlier infractions: the published check value', () => {
  const past = decayed(params, add(one, decayed(params, one, 100_000)), 50_000);
  assert.equal(rounded(past), '1.0607');
  assert.equal(rounded(slashingPenalty(params, past, 'downtime')), '0.0154');
  assert.equal(rounded(slashingPenalty(params, past, 'double_sign')), '0.0307');
  assert.equal(formatDecimal(slashingPenalty(params, parseDecimal('50'), 'downtime')), '0.33');
  assert.equal(rounded(slashingPenalty(params, 0n as Decimal, 'light_client_attack')), '0.0300');
});

test('the bonding curve', () => {
  assert.equal(rounded(bondingReward(params, 100n, 0, parseDecimal('0.5'))), '150.0000');
  assert.equal(
    rounded(bondingReward(params, 100n, 1_000, parseDecimal('1'))),
    (150 * (1 + 0.1 * Math.log(1001)) * 1.25).toFixed(4),
  );
  assert.equal(rounded(bondingReward(params, 100n, 0, parseDecimal('0'))), '112.5000');
});

test('votes weigh by the root of the holding and by reputation: the published values', () => {
  const factor = (reputation: string) => rounded(votingPower(params, 1n, 0n, parseDecimal(reputation)));
  assert.deepEqual(['0', '0.25', '0.5', '0.75', '1'].map(factor), ['0.5711', '0.7736', '1.2500', '1.7264', '1.9289']);
  const voter = { account: operatorAt(0) };
  const qca = createQca(reader);
  const off = createModuleHarness([qca]);
  assert.deepEqual(off.call(qca, operatorAt(0), 'votingPower', voter), {
    rejection: 'qca: voting by stake and reputation is off (3)',
  });
  const on = createModuleHarness([qca], { qca: { params: { qdrw_enabled: true } } });
  const power = votingPower(params, 100n, 150n, parseDecimal('0.9'));
  assert.ok(Math.abs(Number(rounded(power)) - 37.5048) < 0.001);
  assert.deepEqual(on.call(qca, operatorAt(0), 'votingPower', voter), { outputs: { power } });
});

test('percentile and median', () => {
  const values = ['0.4', '0.1', '0.3', '0.2'].map(parseDecimal);
  assert.equal(percentile(values, 70), parseDecimal('0.3'));
  assert.equal(percentile(values, 100), parseDecimal('0.4'));
  assert.equal(medianOf([4n, 1n, 3n, 2n]), 2n);
  assert.equal(medianOf([5n]), 5n);
});

test('validators are assigned to pools at the interval, and not before', () => {
  const qca = createQca(reader);
  const harness = createModuleHarness([qca], { qca: { params: { classification_interval: 3 } } });
  const poolOf = (index: number) =>
    (harness.query(qca, 'qor_getPoolClassification', toBech32(operatorAt(index), 'qorvaloper')) as { pool: string })
      .pool;
  harness.nextBlock();
  harness.nextBlock();
  assert.equal(poolOf(0), 'unclassified');
  harness.nextBlock();
  assert.deepEqual([0, 1, 2, 3].map(poolOf), ['rpos', 'dpos', 'pos', 'pos']);
  assert.deepEqual(harness.query(qca, 'qor_getPoolClassification', toBech32(operatorAt(0), 'qorvaloper')), {
    validator: toBech32(operatorAt(0), 'qorvaloper'),
    pool: 'rpos',
    assigned_at: 3,
  });
  assert.throws(() => poolOf(9), { kind: 'not-found' });
});

test('a second infraction costs more than the first', () => {
  const qca = createQca(reader);
  const harness = createModuleHarness([qca]);
  const report = emptyReport(0);
  const { state, block, callEvm } = harness;
  const settle = () => assert.fail('no queue');
  const context = { state, block, callEvm, settle, emit: () => undefined, report, transactions: [] };
  const first = punish(context, operatorAt(0), 'downtime');
  harness.nextBlock();
  const second = punish({ ...context, block: harness.block }, operatorAt(0), 'downtime');
  assert.deepEqual([rounded(first), rounded(second)], ['0.0100', '0.0150']);
});

test('proposers are drawn by pool, reputation and stake', () => {
  const qca = createQca(reader);
  const harness = createModuleHarness([qca], { qca: { params: { classification_interval: 1 } } });
  harness.nextBlock();
  const counts = new Map<Address | undefined, number>();
  for (let height = 0; height < 2_000; height++) {
    const chosen = selectProposer(harness.state, set, keccak256(Buffer.from(String(height))), height);
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  const share = (index: number) => (counts.get(operatorAt(index)) ?? 0) / 2_000;
  assert.ok(Math.abs(share(0) - 0.4) < 0.04);
  assert.ok(Math.abs(share(1) - 0.35) < 0.04);
  assert.ok(share(2) > 4 * share(3));
  assert.equal(selectProposer(harness.state, [], new Uint8Array(32), 1), undefined);
  const { block } = harness;
  const drawn = selectProposer(harness.state, set, fromHex(block.blockHash(block.number - 1n)), harness.height);
  assert.deepEqual(harness.call(qca, operatorAt(0), 'drawProposer', {}), { outputs: { validator: drawn } });
  const nobody = createQca({ ...reader, candidates: () => [] });
  assert.deepEqual(createModuleHarness([nobody]).call(nobody, operatorAt(0), 'drawProposer', {}), {
    rejection: 'qca: no validator is eligible (2)',
  });
});
