import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vote } from '../kernel/module.ts';
import { supplyRecord, totalSupply } from '../kernel/supply.ts';
import { tokensBurnedEvent } from '../modules/burn/events.ts';
import { burnTotalsBySource } from '../modules/burn/records.ts';
import { weightCount } from '../modules/rlconsensus/network.ts';
import { activeSetRecord, validators } from '../modules/staking/records.ts';
import { type Address, toBase58, toBech32 } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { voteAccountsText } from '../rpc/svm/vote-accounts.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { accountOf } from '../testing/sign-from.ts';

const [first, second, third, fourth] = [accountOf(0), accountOf(1), accountOf(2), accountOf(3)];
const operators = [first, second, third, fourth];
const nameOf = (operator: Address) => toBech32(operator, 'qorvaloper');
const qor = 1_000_000n;

/** Four validators: the first two strong, the third with a delegation, the fourth small. */
function fourValidators() {
  const stakes = [900_000n, 800_000n, 200_000n, 150_000n];
  const fresh = {
    is_active: false,
    jailed: false,
    jailed_until: 0,
    created_height: 0,
    slashes: 0,
    missed_blocks: 0,
    window_start: 0,
  };
  const rows = operators.map((operator, at) => ({
    key: [toBech32(operator)],
    value: {
      consensus: toBech32(operator),
      moniker: `validator ${at}`,
      tokens: ((stakes[at] ?? 0n) * qor).toString(),
      shares: ((stakes[at] ?? 0n) * qor * qor).toString(),
      commission: '0.05',
      ...fresh,
    },
  }));
  const delegation = operators.flatMap((operator, at) => {
    const own = at === 2 ? 150_000n : (stakes[at] ?? 0n);
    const row = (delegator: Address, amount: bigint) => ({
      key: [toBech32(delegator), toBech32(operator)],
      value: (amount * qor * qor).toString(),
    });
    return [row(operator, own), ...(at === 2 ? [row(first, 50_000n)] : [])];
  });
  return { validator: rows, delegation };
}

const votesWithout = (absent: readonly Address[]): readonly Vote[] =>
  operators.map((validator) => ({ validator, signed: !absent.includes(validator) }));

function mineMany(testChain: ModuleChain, blocks: number, absent: readonly Address[] = []) {
  for (let at = 0; at < blocks; at++)
    testChain.mine({ votes: votesWithout(absent), miner: operators[at % 4] ?? first });
}

test('pools follow reputation and stake, and change when a validator stops signing', () => {
  const testChain = openModuleChain(genesisWith({ staking: fourValidators() }));
  const poolOf = (operator: Address) =>
    (testChain.query('qor_getPoolClassification', nameOf(operator)) as { pool: string }).pool;
  assert.deepEqual(operators.map(poolOf), Array(4).fill('unclassified'));
  mineMany(testChain, 20);
  assert.equal(poolOf(first), 'rpos');
  assert.equal(poolOf(third), 'dpos');
  assert.equal(poolOf(fourth), 'pos');
  mineMany(testChain, 60, [first]);
  assert.equal(poolOf(first), 'pos');
  const silent = testChain.query('qor_getReputationScore', nameOf(first)) as Record<string, number>;
  assert.deepEqual([silent.missed_blocks, silent.uptime_blocks, silent.proposed_blocks], [60, 20, 20]);
});

test('getVoteAccounts shows when a validator signed last, and one that stopped as delinquent', () => {
  const params = { signed_blocks_window: 1_000 };
  const testChain = openModuleChain(genesisWith({ staking: { ...fourValidators(), params } }));
  const { reader } = testChain.chain;
  const shown = (delinquentDistance: number) => {
    const options = { votePubkey: undefined, start: undefined, withUnstaked: false, delinquentDistance };
    const text = [...voteAccountsText(reader, reader.head().number, options)].join('');
    const { current, delinquent } = JSON.parse(text) as Record<string, readonly { votePubkey: string }[]>;
    const rows = (list: readonly { votePubkey: string; lastVote?: number }[] = []) =>
      list.map(({ votePubkey, lastVote }) => `${votePubkey} ${lastVote}`).sort();
    return { current: rows(current), delinquent: rows(delinquent) };
  };
  const row = (operator: Address, vote: number) => `${toBase58(operator)} ${vote}`;
  const others = [first, third, fourth];
  mineMany(testChain, 1);
  mineMany(testChain, 9);
  assert.deepEqual(shown(128).current, operators.map((operator) => row(operator, 10)).sort());
  mineMany(testChain, 137, [second]); // block 11 says who signed block 10
  const before = { current: operators.map((each) => row(each, each === second ? 9 : 147)).sort(), delinquent: [] };
  assert.deepEqual(shown(138), before);
  assert.deepEqual(shown(137), {
    current: others.map((operator) => row(operator, 147)).sort(),
    delinquent: [row(second, 9)],
  });
  mineMany(testChain, 1);
  assert.deepEqual(shown(0).current.length, 4);
});

test('a validator that stops signing is slashed, jailed and replaced; a second time costs more', () => {
  const params = { signed_blocks_window: 10, min_signed_per_window: '0.5', jail_blocks: 3, unbonding_seconds: 20 };
  const testChain = openModuleChain(genesisWith({ staking: { ...fourValidators(), params } }));
  const before = totalSupply(testChain.chain.headState());
  mineMany(testChain, 7, [second]);
  const once = validators.get(testChain.chain.headState(), second);
  assert.deepEqual([once?.jailed, once?.tokens], [true, 792_000n * qor]);
  assert.ok(!activeSetRecord.get(testChain.chain.headState()).includes(second));
  assert.equal(before - totalSupply(testChain.chain.headState()), 8_000n * qor * 10n ** 12n);
  const { total_burned, last_block_burned } = testChain.query('qor_getBurnStats') as Record<string, string>;
  assert.deepEqual([total_burned, last_block_burned], [(8_000n * qor).toString(), '6']);
  assert.equal(burnTotalsBySource.get(testChain.chain.headState(), 'slash'), 8_000n * qor * 10n ** 12n);
  const burnEvents = testChain.chain.reader.events(6)?.filter(({ topics }) => topics[0] === tokensBurnedEvent.topic);
  assert.equal(burnEvents?.length, 1, 'the burn of a slash is an event');
  mineMany(testChain, 3);
  testChain.mine({ transactions: [testChain.call(1, 'staking', 'unjail', {})], votes: votesWithout([]) });
  mineMany(testChain, 1);
  assert.ok(activeSetRecord.get(testChain.chain.headState()).includes(second));
  mineMany(testChain, 7, [second]);
  const twice = validators.get(testChain.chain.headState(), second);
  const cost = 792_000n * qor - (twice?.tokens ?? 0n);
  assert.ok(cost > 11_870n * qor && cost < 11_881n * qor, `1.5 % of the rest, not ${cost}`);
});

/** A policy that wants longer blocks, lower prices, and more weight for the first pool. */
function constantPolicy(): Uint8Array {
  const weights = Buffer.alloc(weightCount * 4);
  for (const [at, bias] of [300_000_000, -300_000_000, 0, 300_000_000, 0].entries()) {
    weights.writeInt32LE(bias, (weightCount - 5 + at) * 4);
  }
  return weights;
}

test('PRISM changes from observe to auto by transactions, and back by its circuit breaker', () => {
  const testChain = openModuleChain(genesisWith({ staking: fourValidators() }));
  const send = (name: string, inputs: Parameters<ModuleChain['call']>[3]) => {
    const { receipts } = testChain.mine({
      transactions: [testChain.call(0, 'rlconsensus', name, inputs)],
      votes: votesWithout([]),
    });
    assert.equal(receipts[0]?.status, 1, name);
  };
  mineMany(testChain, 20);
  assert.equal((testChain.query('qor_getRLAgentStatus') as { agent_mode: string }).agent_mode, 'observe');
  const policy = constantPolicy();
  for (let piece = 0; piece * 100_000 < policy.length; piece++) {
    send('setPolicyPiece', { piece: BigInt(piece), weights: policy.subarray(piece * 100_000, (piece + 1) * 100_000) });
  }
  send('activatePolicy', {});
  send('setAgentMode', { mode: 'auto' });
  mineMany(testChain, 20);
  const status = testChain.query('qor_getRLAgentStatus') as {
    circuit_breaker: { active: boolean; max_param_change: string };
  };
  assert.deepEqual([status.circuit_breaker.active, status.circuit_breaker.max_param_change], [false, '0.25']);
  const observation = testChain.query('qor_getRLObservation') as { dimensions: Record<string, string> };
  assert.equal(observation.dimensions.validator_count, '4.0');
  for (let block = 0; block < 12; block++) testChain.mine({ milliseconds: 100_000, votes: votesWithout([]) });
  assert.equal((testChain.query('qor_getRLAgentStatus') as typeof status).circuit_breaker.active, true);
  const { receipts } = testChain.mine({ transactions: [testChain.call(1, 'rlconsensus', 'resumeAgent', {})] });
  assert.equal(receipts[0]?.status, 0, 'only the authority');
  send('resumeAgent', {});
  assert.equal((testChain.query('qor_getRLAgentStatus') as typeof status).circuit_breaker.active, false);
});

test('burned amounts, a jail term and the record of an infraction survive an export', () => {
  const params = { signed_blocks_window: 10, min_signed_per_window: '0.5', jail_blocks: 3 };
  const testChain = openModuleChain(genesisWith({ staking: { ...fourValidators(), params } }));
  mineMany(testChain, 40);
  testChain.mine({
    transactions: [testChain.call(5, 'xqore', 'lock', { amount: 700n * qor })],
    votes: votesWithout([]),
  });
  mineMany(testChain, 12, [second]);
  assert.equal(validators.get(testChain.chain.headState(), second)?.jailed, true);
  const again = openModuleChain(testChain.exported());
  const [old, fresh] = [testChain, again].map(({ chain }) => supplyRecord.get(chain.headState()));
  assert.ok(old && fresh && old.burned > 8_000n * qor * 10n ** 12n);
  assert.deepEqual(fresh, old);
  assert.deepEqual(again.query('qor_getBurnStats'), testChain.query('qor_getBurnStats'));
  const held = again.query('qor_getTokenomicsOverview') as { supply: Record<string, string> };
  assert.deepEqual(held.supply, (testChain.query('qor_getTokenomicsOverview') as typeof held).supply);
  mineMany(again, 3);
  const { receipts } = again.mine({ transactions: [again.call(1, 'staking', 'unjail', {})], votes: votesWithout([]) });
  assert.equal(receipts[0]?.status, 1, 'three blocks on, it may come back');
  const before = validators.get(again.chain.headState(), second)?.tokens ?? 0n;
  mineMany(again, 8, [second]);
  const cost = before - (validators.get(again.chain.headState(), second)?.tokens ?? 0n);
  assert.ok(cost * 1_000n > before * 14n && cost * 1_000n < before * 15n + 1_000n, 'half as much again as the first');
  again.assertSupply();
});

test('an exported genesis starts a new chain with the same records and balances', () => {
  const testChain = openModuleChain(genesisWith({ staking: fourValidators() }));
  testChain.mine({
    transactions: [
      testChain.call(5, 'xqore', 'lock', { amount: 700n * qor }),
      testChain.call(6, 'xqore', 'lock', { amount: 300n * qor }),
    ],
  });
  testChain.mine({
    transactions: [
      testChain.call(5, 'xqore', 'unlock', { amount: 100n * qor }),
      testChain.call(7, 'staking', 'delegate', { validator: third, amount: 5n * qor }),
    ],
  });
  mineMany(testChain, 25);
  testChain.mine({
    transactions: [testChain.call(7, 'staking', 'undelegate', { validator: third, amount: 2n * qor })],
  });
  const again = openModuleChain(testChain.exported());
  const old = testChain.chain.headState();
  const fresh = again.chain.headState();
  assert.equal(totalSupply(fresh), totalSupply(old));
  for (const { address } of developmentAccounts) assert.deepEqual(fresh.account(address), old.account(address));
  for (const [name, ...args] of [
    ['qor_getXQOREPosition', toBech32(accountOf(5))],
    ['qor_getXQOREPosition', toBech32(accountOf(6))],
    ['qor_getReputationScore', nameOf(second)],
    ['qor_getPoolClassification', nameOf(first)],
    ['qor_getBurnStats'],
    ['qor_getAIStats'],
    ['qor_getInflationRate'],
    ['qor_getRLAgentStatus'],
  ] as const) {
    assert.deepEqual(again.query(name, ...args), testChain.query(name, ...args), name);
  }
  const { receipts } = again.mine({ transactions: [again.call(6, 'xqore', 'claim', {})], votes: votesWithout([]) });
  assert.equal(receipts[0]?.status, 1);
  mineMany(again, 12);
});
