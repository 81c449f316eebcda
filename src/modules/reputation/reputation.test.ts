import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase58, toBech32 } from '../../primitives/address.ts';
import { formatDecimal, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createReputation } from './index.ts';
import { reputationParams } from './params.ts';
import type { Reputation } from './records.ts';
import { contributionScore, performanceScore, scorerAt, timeScore } from './score.ts';

const [good, bad, stranger] = developmentAccounts.map(({ address }) => address);
assert.ok(good && bad && stranger);

const reputation = createReputation({
  consensusOf: (_, operator) => operator,
  standingOf: (_, consensus) => (consensus === stranger ? undefined : { stakeShare: parseDecimal('0.5'), slashes: 0 }),
});
const votes = [
  { validator: good, signed: true },
  { validator: bad, signed: false },
];
const near = (actual: bigint, expected: number) => assert.ok(Math.abs(Number(actual) / 1e18 - expected) < 1e-6);

test('the parts of the score', () => {
  assert.equal(formatDecimal(performanceScore({ uptime_blocks: 0, missed_blocks: 0 })), '0.5');
  assert.equal(formatDecimal(performanceScore({ uptime_blocks: 3, missed_blocks: 1 })), '0.75');
  near(contributionScore(10), Math.log(11) / 5);
  assert.equal(formatDecimal(contributionScore(1_000)), '1');
  near(timeScore(10_000), 1 - Math.exp(-1));
});

test('a score moves from the old towards the new with e^(-Δ/λ)', () => {
  const before = {
    stake_score: parseDecimal('1'),
    ...{ performance_score: 0n, contribution_score: 0n, time_score: 0n, composite_score: parseDecimal('0.2') },
    ...{ last_updated_height: 0, uptime_blocks: 1, proposed_blocks: 0, missed_blocks: 0 },
    ...{ slashing_events: 0, community_votes: 0, joined_at_height: 500 },
  } as unknown as Reputation;
  const after = scorerAt(reputationParams.defaults, 500)(before);
  const kept = Math.exp(-0.5);
  near(after.composite_score, 0.2 * kept + 0.65 * (1 - kept));
});

test('validators that sign rise above those that do not', () => {
  const harness = createModuleHarness([reputation], { reputation: { params: { lambda: 10 } } });
  for (let block = 0; block < 50; block++) harness.nextBlock({ report: { votes } });
  const scoreOf = (who: string) =>
    harness.query(reputation, 'qor_getReputationScore', who) as Record<string, string | number>;
  const one = scoreOf(toBech32(good, 'qorvaloper'));
  const other = scoreOf(toBech32(bad, 'qorvalcons'));
  assert.equal(one.uptime_blocks, 50);
  assert.equal(other.missed_blocks, 50);
  assert.ok(Number(one.composite_score) > 0.49 && Number(other.composite_score) < 0.16);
  assert.equal(one.address, toBech32(good, 'qorvaloper'));
  assert.throws(() => scoreOf(toBech32(stranger, 'qorvaloper')), { kind: 'not-found' });
  assert.deepEqual(scoreOf(good), one, '0x… is the operator');
  assert.throws(() => scoreOf(toBase58(good)), { kind: 'invalid-parameter' });
});

test('a block that nobody signed counts as missed for nobody, and no score falls below the minimum', () => {
  const harness = createModuleHarness([reputation]);
  harness.nextBlock({ report: { votes: [{ validator: bad, signed: false }] } });
  const found = harness.query(reputation, 'qor_getReputationScore', toBech32(bad)) as Record<string, string | number>;
  assert.deepEqual([found.missed_blocks, found.composite_score], [0, '0.1']);
});
