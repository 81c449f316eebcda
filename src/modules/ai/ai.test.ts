import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutedTransaction } from '../../kernel/module.ts';
import { parseAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { ai } from './index.ts';
import { investigations } from './records.ts';

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const approveAll = fromHex(`0x095ea7b3${'00'.repeat(32)}${'ff'.repeat(32)}`);

const transaction = (changes: Partial<ExecutedTransaction>): ExecutedTransaction => ({
  ...{ sender: alice, to: bob, value: 0n, data: new Uint8Array(0), size: 110, succeeded: true },
  ...{ gasUsed: 21_000n, gasPrice: 10n ** 11n, ...changes },
});

test('plain transfers are safe, an unlimited approval is not', () => {
  const { call } = createModuleHarness([ai]);
  const score = (txData: Uint8Array) => call(ai, alice, 'aiRiskScore', { txData });
  assert.deepEqual(score(new Uint8Array(0)), { outputs: { score: 0n, level: 0n } });
  assert.deepEqual(score(fromHex('0xa9059cbb')), { outputs: { score: 500n, level: 0n } });
  assert.deepEqual(score(approveAll), { outputs: { score: 4_000n, level: 2n } });
  const approval = (word: string, rest = '') => fromHex(`0x095ea7b3${'00'.repeat(32)}${word}${rest}`);
  for (const word of [`7f${'ff'.repeat(31)}`, `${'00'.repeat(15)}01${'00'.repeat(16)}`])
    for (const rest of ['', '00'])
      assert.deepEqual(score(approval(word, rest)), { outputs: { score: 4_000n, level: 2n } }, word);
  assert.deepEqual(score(approval(`${'00'.repeat(16)}${'ff'.repeat(16)}`)), { outputs: { score: 500n, level: 0n } });
});

test('only instructions count; the data of PUSH and unreachable code do not', () => {
  const { call } = createModuleHarness([ai]);
  const score = (code: string) => call(ai, alice, 'aiRiskScore', { txData: fromHex(code) });
  assert.deepEqual(score('0x6080604060ff'), { outputs: { score: 500n, level: 0n } });
  assert.deepEqual(score('0x60806040ff'), { outputs: { score: 6_500n, level: 3n } });
  assert.deepEqual(score('0x60806040fff4'), { outputs: { score: 6_500n, level: 3n } });
  assert.deepEqual(score('0x60806040f4ff'), { outputs: { score: 10_000n, level: 4n } });
  assert.deepEqual(
    score('0x600035f4ff'),
    { outputs: { score: 10_000n, level: 4n } },
    'without the start of a compiler',
  );
});

test('what is anomalous depends on what the sender did before', () => {
  const harness = createModuleHarness([ai]);
  harness.fund(alice, 1_000_000_000_000n);
  const check = (qor: bigint) => harness.call(ai, bob, 'aiAnomalyCheck', { sender: alice, amount: qor * weiPerQor });
  assert.deepEqual(check(20_000n), { outputs: { anomalyScore: 3_500n, flagged: false } });
  harness.nextBlock({ transactions: [transaction({ value: weiPerQor })] });
  assert.deepEqual(check(1n), { outputs: { anomalyScore: 0n, flagged: false } });
  assert.deepEqual(check(5n), { outputs: { anomalyScore: 2_000n, flagged: false } });
  assert.deepEqual(check(950_000n), { outputs: { anomalyScore: 7_500n, flagged: true } });
});

test('every transaction of a block is counted, those that stand out are kept', () => {
  const harness = createModuleHarness([ai]);
  harness.fund(alice, 1_000_000_000_000n);
  const usual = transaction({ value: weiPerQor });
  harness.nextBlock({ transactions: [usual, usual, transaction({ to: undefined, data: fromHex('0x60806040f4ff') })] });
  harness.nextBlock({ transactions: [transaction({ value: 950_000n * weiPerQor })] });
  const stats = harness.query(ai, 'qor_getAIStats') as Record<string, unknown>;
  assert.deepEqual(
    [stats.txs_routed, stats.anomalies_detected, stats.contracts_scored, stats.txs_flagged, stats.txs_rejected],
    [4, 1, 1, 2, 0],
  );
  assert.equal(harness.logs.length, 2);
});

test('eleven transactions within a minute look like a flood', () => {
  const harness = createModuleHarness([ai]);
  harness.nextBlock({ transactions: Array<ExecutedTransaction>(10).fill(transaction({})) });
  const check = () => harness.call(ai, bob, 'aiAnomalyCheck', { sender: alice, amount: 0n });
  assert.deepEqual(check(), { outputs: { anomalyScore: 4_000n, flagged: false } });
  harness.nextBlock({ seconds: 60 });
  assert.deepEqual(check(), { outputs: { anomalyScore: 0n, flagged: false } });
});

test('patterns of fraud over a block are kept with level and action, and counted', () => {
  const harness = createModuleHarness([ai]);
  const [, , ...others] = developmentAccounts.map(({ address }) => address);
  const found = () => [...investigations.list(harness.state, [harness.height - 1])].map(([, threat]) => threat);
  harness.nextBlock({
    transactions: [transaction({ value: 5n }), transaction({ value: 6n }), transaction({ value: 61n })],
  });
  assert.deepEqual(
    found().map(({ type, level, action, sender, index }) => [type, level, action, sender, index]),
    [['flash_loan', 'medium', 'alert', alice, 2]],
  );
  harness.nextBlock({ transactions: [transaction({ gasUsed: 210_001n, to: bob })] });
  assert.deepEqual(
    found().map(({ type, level, action }) => [type, level, action]),
    [['exploit', 'critical', 'circuit_break']],
  );
  const back = transaction({ sender: bob, to: alice, value: 5n });
  harness.nextBlock({
    transactions: [0, 1, 2, 3, 4].map((turn) => (turn % 2 === 0 ? transaction({ value: 5n }) : back)),
  });
  assert.deepEqual(
    found().map(({ type, reason }) => [type, reason]),
    [['unknown', 'wash_sequence']],
  );
  harness.nextBlock({ transactions: Array<ExecutedTransaction>(150).fill(transaction({})) });
  assert.deepEqual(
    found().map(({ type, level, action }) => [type, level, action]),
    [['ddos', 'high', 'rate_limit']],
  );
  const newcomers = [...others, ...others.map((_, at) => parseAddress(`0x${String(at).padStart(40, '7')}`))];
  harness.nextBlock({ seconds: 60, transactions: newcomers.map((sender) => transaction({ sender })) });
  assert.equal(found()[0]?.type, 'sybil');
  assert.equal((harness.query(ai, 'qor_getAIStats') as Record<string, unknown>).fraud_detections, 5);
  harness.nextBlock({ transactions: [transaction({ value: 5n })] });
  assert.deepEqual(found(), []);
});
