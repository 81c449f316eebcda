import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseFeeFloorAfter } from '../../kernel/fee-floor.ts';
import type { ExecutedTransaction } from '../../kernel/module.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { type Decimal, decimal, formatDecimal, parseDecimal, zero } from '../../primitives/decimal/decimal.ts';
import { createModuleHarness, harnessTime, type ModuleHarness } from '../../testing/module-harness.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { dimensions } from './dimensions.ts';
import { actionTakenEvent } from './events.ts';
import { createRlconsensus } from './index.ts';
import { infer, layerSizes, weightCount } from './network.ts';
import { gini } from './observe.ts';
import { actionsTable, agentRecord, observationRecord } from './records.ts';

const [chief, stranger] = [accountOf(0), accountOf(1)];
assert.ok(chief && stranger);

const shifts: (readonly Decimal[])[] = [];
let resets = 0;
let poolsChange: { rpos: boolean; dpos: boolean } | undefined;
const rl = createRlconsensus({
  isAuthority: (_, caller) => caller === chief,
  maxValidators: () => 7,
  networkStatistics: () => ({
    stakes: [100n, 300n],
    reputations: [parseDecimal('0.4'), parseDecimal('0.6')],
    slashes: 2,
    jailings: 1,
    inflationRate: parseDecimal('0.01'),
    bondedRatio: parseDecimal('0.3'),
  }),
  shiftPools: (_, ...deltas) => {
    shifts.push(deltas);
    return poolsChange ?? { rpos: deltas[0] !== zero, dpos: deltas[1] !== zero };
  },
  resetPools: () => void resets++,
});

const transaction = (changes: Partial<ExecutedTransaction>): ExecutedTransaction => ({
  ...{ sender: zeroAddress, to: zeroAddress, value: 0n, data: new Uint8Array(0), size: 110, succeeded: true },
  ...{ gasUsed: 1_000_000n, gasPrice: 10n ** 11n, ...changes },
});

const newHarness = (params: Record<string, unknown> = {}) =>
  createModuleHarness([rl], {
    rlconsensus: { params: { observation_interval: 2, default_block_time_ms: 2_000, ...params } },
  });

/** Ends blocks that begin `milliseconds` apart. */
function run(
  harness: ModuleHarness,
  blocks: number,
  milliseconds: number,
  transactions: readonly ExecutedTransaction[] = [],
) {
  for (let block = 0; block < blocks; block++) {
    clock += milliseconds;
    const votes = [
      { validator: chief, signed: true },
      { validator: stranger, signed: false },
    ];
    harness.nextBlock({ transactions, report: { time: clock, waitingTransactions: 7, waitingBytes: 900, votes } });
  }
}
let clock = harnessTime * 1000;

test('the observation is computed from the blocks', () => {
  const harness = newHarness();
  assert.throws(() => harness.query(rl, 'qor_getRLObservation'), { kind: 'not-found' });
  run(harness, 1, 2_000, [transaction({})]);
  run(harness, 1, 2_500, [transaction({}), transaction({ succeeded: false }), transaction({ gasPrice: 10n ** 12n })]);
  const result = harness.query(rl, 'qor_getRLObservation') as { height: number; dimensions: Record<string, string> };
  assert.equal(result.height, 2);
  assert.deepEqual(Object.keys(result.dimensions), [...dimensions]);
  const expected = {
    block_utilization: '0.02',
    tx_count: '4.0',
    avg_tx_size: '110.0',
    block_time: '2500.0',
    block_time_delta: '500.0',
    gas_price_50th: '0.1',
    gas_price_95th: '1.0',
    mempool_size: '7.0',
    mempool_bytes: '900.0',
    validator_count: '2.0',
    validator_gini: '0.25',
    missed_block_ratio: '0.5',
    avg_commit_latency: '2500.0',
    max_commit_latency: '2500.0',
    reward_per_validator: '650000.0', // 1.3 QOR over two, as its mark says: in uqor
    precommit_ratio: '0.5',
    failed_tx_ratio: '0.25',
    avg_gas_per_tx: '1000000.0',
    slash_count: '2.0',
    jail_count: '1.0',
    inflation_rate: '0.01',
    bonded_ratio: '0.3',
    reputation_mean: '0.5',
    reputation_std_dev: '0.1',
    mev_estimate: '0.25',
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(result.dimensions[name], value, name);
  const { result: schema } = rl.queries.find(({ name }) => name === 'qor_getRLObservation') ?? {};
  assert.match(JSON.stringify(schema), /"reward_per_validator":\{[^{}]*in uqor/);
});

test('rewards compare two samples, and add up', () => {
  const harness = newHarness();
  run(harness, 2, 2_000);
  assert.throws(() => harness.query(rl, 'qor_getRLReward'), { kind: 'not-found' });
  run(harness, 2, 2_000, [transaction({ gasUsed: 50_000_000n })]);
  const reward = harness.query(rl, 'qor_getRLReward') as Record<string, string>;
  assert.deepEqual([reward.throughput_delta, reward.total_reward, reward.cumulative_reward], ['0.5', '0.15', '0.15']);
  run(harness, 2, 2_000);
  const next = harness.query(rl, 'qor_getRLReward') as Record<string, string>;
  assert.deepEqual([next.total_reward, next.cumulative_reward], ['-0.15', '0']);
});

test('the status has exactly the documented shape', () => {
  assert.deepEqual(newHarness().query(rl, 'qor_getRLAgentStatus'), {
    agent_mode: 'observe',
    observation_interval: 2,
    circuit_breaker: { active: false, max_param_change: '0.10', cooldown_blocks: 100 },
    last_observation_block: '0',
    cumulative_reward: '0',
  });
});

/** Weights whose output for every sample is tanh(bias). */
function constantPolicy(biases: readonly number[]): Uint8Array {
  const weights = Buffer.alloc(weightCount * 4);
  for (const [at, bias] of biases.entries()) weights.writeInt32LE(bias, (weightCount - biases.length + at) * 4);
  return weights;
}

function upload(harness: ModuleHarness, weights: Uint8Array) {
  for (let piece = 0; piece * 100_000 < weights.length; piece++) {
    const part = weights.subarray(piece * 100_000, (piece + 1) * 100_000);
    assert.deepEqual(harness.call(rl, chief, 'setPolicyPiece', { piece: BigInt(piece), weights: part }), {
      outputs: {},
    });
  }
}

test('observe records, suggest proposes, auto applies within bounds', () => {
  const harness = newHarness();
  const mode = (name: string) => harness.call(rl, chief, 'setAgentMode', { mode: name });
  upload(harness, constantPolicy([300_000_000, -300_000_000, 0, 300_000_000, 0]));
  assert.deepEqual(harness.call(rl, chief, 'activatePolicy', {}), { outputs: {} });
  run(harness, 2, 2_000);
  const last = () => [...actionsTable.list(harness.state)].at(-1)?.[1];
  assert.equal(last()?.kind, 'observed');
  const logs = harness.logs.length;
  mode('suggest');
  run(harness, 2, 2_000);
  assert.equal(agentRecord.get(harness.state).block_time_ms, 2_000);
  assert.ok(harness.logs.length > logs);
  const proposed = last();
  assert.equal(proposed?.kind, 'suggested');
  assert.deepEqual(
    proposed?.values.map((value) => formatDecimal(value)),
    ['0.1', '-0.1', '0', '0.1', '0'],
  );
  const height = BigInt(observationRecord.get(harness.state).height);
  const none = 'rlconsensus: there is no suggestion of that height that was not applied yet (12)';
  const accept = (at: bigint, caller = chief) => harness.call(rl, caller, 'acceptSuggestion', { height: at });
  assert.deepEqual(accept(height - 2n), { rejection: none });
  assert.deepEqual(accept(height, stranger), { rejection: 'rlconsensus: only the authority may do this (10)' });
  assert.deepEqual(accept(height), { outputs: {} });
  assert.deepEqual(accept(height), { rejection: none }, 'only once');
  assert.equal(agentRecord.get(harness.state).block_time_ms, 2_200);
  mode('auto');
  shifts.length = 0;
  run(harness, 2, 2_000);
  const agent = agentRecord.get(harness.state);
  assert.deepEqual([agent.block_time_ms, agent.base_gas_price], [2_750, 100], 'no price below its default');
  assert.deepEqual(shifts, [[parseDecimal('0.25'), zero]]);
  run(harness, 40, 2_000);
  assert.equal(agentRecord.get(harness.state).block_time_ms, 8_000, 'four times its default');
  shifts.length = 0;
  harness.call(rl, chief, 'setAgentMode', { mode: 'auto' });
  const reported = harness.logs.filter(({ topics }) => topics[0] === actionTakenEvent.topic).length;
  const isShift = { rpos: false, dpos: false };
  poolsChange = isShift;
  run(harness, 4, 2_000);
  const now = harness.logs.filter(({ topics }) => topics[0] === actionTakenEvent.topic).length;
  assert.equal(now, reported, 'nothing was changed: nothing is reported as applied');
  const idle = last();
  assert.deepEqual([idle?.kind, idle?.values.every((value) => value === zero)], ['without effect', true]);
  poolsChange = undefined;
  assert.deepEqual(
    (harness.call(rl, chief, 'rlConsensusParams', {}) as { outputs: { baseGasPrice: bigint } }).outputs.baseGasPrice,
    100n,
  );
  assert.ok([...actionsTable.list(harness.state)].length <= 100);
});

test('bad block times trip the circuit breaker; it resets after the cooldown, or when resumed', () => {
  const harness = newHarness({ circuit_breaker_window: 10, cooldown_blocks: 5 });
  upload(harness, constantPolicy([300_000_000, 0, 0, 0, 0]));
  harness.call(rl, chief, 'activatePolicy', {});
  harness.call(rl, chief, 'setAgentMode', { mode: 'auto' });
  run(harness, 6, 2_000);
  assert.ok(agentRecord.get(harness.state).block_time_ms > 2_000);
  resets = 0;
  run(harness, 8, 60_000);
  const tripped = agentRecord.get(harness.state);
  assert.deepEqual([tripped.circuit_breaker_active, tripped.block_time_ms, resets], [true, 2_000, 1]);
  run(harness, 12, 2_000);
  assert.equal(agentRecord.get(harness.state).circuit_breaker_active, false);
  run(harness, 12, 60_000);
  assert.equal(agentRecord.get(harness.state).circuit_breaker_active, true);
  harness.call(rl, chief, 'resumeAgent', {});
  const resumed = agentRecord.get(harness.state);
  assert.deepEqual([resumed.circuit_breaker_active, resumed.mode], [false, 'observe']);
});

test('rejected calls', () => {
  const harness = newHarness();
  const call = (caller: typeof chief, name: string, inputs: Record<string, bigint | string | Uint8Array>) =>
    harness.call(rl, caller, name, inputs);
  assert.deepEqual(call(stranger, 'setAgentMode', { mode: 'auto' }), {
    rejection: 'rlconsensus: only the authority may do this (10)',
  });
  assert.deepEqual(call(chief, 'setAgentMode', { mode: 'fast' }), {
    rejection: 'rlconsensus: the mode must be off, observe, suggest or auto (6)',
  });
  assert.deepEqual(call(chief, 'activatePolicy', {}), {
    rejection: 'rlconsensus: the pieces are not exactly the weights of the network (4)',
  });
  assert.deepEqual(call(chief, 'setPolicyPiece', { piece: 0n, weights: new Uint8Array(3) }), {
    rejection: 'rlconsensus: a piece must be whole weights of 4 bytes, at most 100,000 bytes (11)',
  });
});

test('an agent that is off takes no samples', () => {
  const harness = newHarness();
  harness.call(rl, chief, 'setAgentMode', { mode: 'off' });
  run(harness, 6, 2_000);
  assert.throws(() => harness.query(rl, 'qor_getRLObservation'), { kind: 'not-found' });
  run(harness, 1, 86_400_000);
  harness.call(rl, chief, 'setAgentMode', { mode: 'observe' });
  run(harness, 3, 2_000);
  const { dimensions: seen } = harness.query(rl, 'qor_getRLObservation') as { dimensions: Record<string, string> };
  assert.deepEqual([seen.block_time, seen.max_commit_latency], ['2000.0', '2000.0'], 'not the time it was off');
});

test('the network is 25-256-256-5 and computes relu and tanh', () => {
  assert.deepEqual([...layerSizes], [25, 256, 256, 5]);
  assert.equal(weightCount, 73_733);
  const weights = new Int32Array(weightCount);
  weights[0] = 100_000_000; // input 0 → neuron 0 of the first layer
  weights[25 * 256 + 256] = 50_000_000; // neuron 0 → neuron 0 of the second, halved
  const third = 25 * 256 + 256 + 256 * 256 + 256;
  weights[third] = 100_000_000;
  const [output = zero] = infer(weights, [decimal(2), ...Array<Decimal>(24).fill(zero)]);
  assert.ok(Math.abs(Number(formatDecimal(output)) - Math.tanh(1)) < 0.03);
  const [negative] = infer(weights, [decimal(-2), ...Array<Decimal>(24).fill(zero)]);
  assert.equal(negative, zero);
});

test('gini is 0 for equals and grows with inequality', () => {
  assert.equal(gini([5n, 5n, 5n]), zero);
  assert.equal(formatDecimal(gini([0n, 0n, 0n, 8n])), '0.75');
  assert.equal(gini([]), zero);
});

test('the built-in policy raises the price of late, full blocks and lowers it again; the circuit breaker resets it', () => {
  const harness = newHarness({ circuit_breaker_window: 10, cooldown_blocks: 5 });
  assert.deepEqual(harness.call(rl, chief, 'setAgentMode', { mode: 'auto' }), { outputs: {} });
  const price = () => agentRecord.get(harness.state).base_gas_price;
  const floor = () => baseFeeFloorAfter(harness.state, 1_000n);
  run(harness, 10, 2_000);
  assert.deepEqual([price(), floor()], [100, 1_000n], 'nothing to do');
  run(harness, 40, 3_500, [transaction({ gasUsed: 90_000_000n })]);
  const loaded = price();
  assert.ok(loaded > 1_000 && loaded <= 10_000, `${loaded}`);
  assert.equal(floor(), BigInt(loaded) * 10n);
  const section = JSON.parse(JSON.stringify(rl.exportGenesis?.(harness.state)));
  const again = createModuleHarness([rl], { rlconsensus: section }, 0n, harness.height);
  assert.equal(baseFeeFloorAfter(again.state, 1_000n), floor(), 'continues after an export');
  run(harness, 60, 2_000);
  assert.deepEqual([price(), floor(), agentRecord.get(harness.state).block_time_ms], [100, 1_000n, 2_000]);
  run(harness, 20, 3_500, [transaction({ gasUsed: 90_000_000n })]);
  assert.ok(floor() > 1_000n);
  run(harness, 8, 60_000);
  assert.deepEqual([price(), floor()], [100, 1_000n], 'the breaker has put them back');
  assert.equal(agentRecord.get(harness.state).circuit_breaker_active, true);
});

test('the mode that the authority set before the first sample outlasts an export', () => {
  const harness = newHarness();
  harness.call(rl, chief, 'setAgentMode', { mode: 'auto' });
  const section = JSON.parse(JSON.stringify(rl.exportGenesis?.(harness.state)));
  const again = createModuleHarness([rl], { rlconsensus: section });
  assert.deepEqual(agentRecord.get(again.state), agentRecord.get(harness.state));
  assert.equal(agentRecord.get(again.state).mode, 'auto');
});

test('without the built-in policy and another one nothing is ever suggested', () => {
  const harness = newHarness({ built_in_policy: false, agent_mode: 'suggest' });
  run(harness, 10, 2_000);
  assert.deepEqual([...actionsTable.list(harness.state)], []);
});
