import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as z from 'zod';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { figuresOf } from '../kernel/module-sdk/figures.ts';
import { toBech32 } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { startTestNode } from '../testing/test-node.ts';

const [first, second] = developmentAccounts;
const stranger = developmentAccounts[9]; // no validator, in networks neither
assert.ok(first && second && stranger);
const operator = toBech32(first.address, 'qorvaloper');
const responseSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.string().optional() }).optional(),
});

/** A node whose genesis has some sections replaced, and a function that calls it. */
async function startNode(t: TestContext, sections: Readonly<Record<string, object>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'qord-qor-'));
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, formatGenesis(genesisWith(sections)));
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '20ms' } });
  return async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(node.urls.http, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    return responseSchema.parse(await response.json());
  };
}

const membersOf = (value: unknown) => Object.keys(z.record(z.string(), z.unknown()).parse(value));

test('a module that is off in genesis returns -32000, even for existing ids; parameters are checked first', async (t) => {
  const off = { params: { enabled: false } };
  const position = { locked: '1000000', x_balance: '1000000', lock_height: 0, lock_time: 0, index: '0', accrued: '0' };
  const totals = { locked: '1000000', x_balance: '1000000', waiting: '0', burned: '0', index: '0' };
  const xqore = { ...off, position: [{ key: [second.address], value: position }], totals };
  const call = await startNode(t, { burn: off, inflation: off, rlconsensus: off, gasabstraction: off, xqore });
  for (const [module, method, ...params] of [
    ['burn', 'qor_getBurnStats'],
    ['inflation', 'qor_getInflationRate'],
    ['xqore', 'qor_getXQOREPosition', second.address],
    ['xqore', 'qor_getXQOREPosition', first.address],
    ['rlconsensus', 'qor_getRLAgentStatus'],
    ['rlconsensus', 'qor_getRLObservation'],
    ['rlconsensus', 'qor_getRLReward'],
  ] as const) {
    const data = `the ${module} module is off on this network`;
    assert.deepEqual((await call(method, ...params)).error, { code: -32000, message: 'Module disabled', data }, method);
  }
  const malformed = (await call('qor_getXQOREPosition', 'qor1nonsense')).error;
  assert.deepEqual([malformed?.code, malformed?.message], [-32602, 'Invalid params']);
  assert.equal(
    z.object({ enabled: z.boolean() }).parse((await call('qor_getGasAbstractionConfig')).result).enabled,
    false,
  );
  assert.deepEqual(membersOf((await call('qor_getTokenomicsOverview')).result), ['supply']);
});

test('unknown ids return -32001 and wrong parameters -32602, with the reason in data', async (t) => {
  const call = await startNode(t);
  const noOperator = toBech32(stranger.address, 'qorvaloper');
  for (const [method, ...params] of [
    ['qor_getXQOREPosition', first.address],
    ['qor_getReputationScore', noOperator],
    ['qor_getPoolClassification', noOperator],
  ] as const) {
    const { error } = await call(method, ...params);
    assert.deepEqual([error?.code, error?.message], [-32001, 'Entity not found'], method);
    assert.match(error?.data ?? '', /qor(valoper)?1/);
  }
  const { address } = first;
  for (const [method, ...params] of [
    ...['qor_getXQOREPosition', 'qor_getPQCKeyStatus'].flatMap((method) =>
      [[], [''], [7], [null], [`${address}00`], [address, 1], [toBech32(first.address, 'qorvaloper')]].map((bad) => [
        method,
        ...bad,
      ]),
    ),
    ...['qor_getReputationScore', 'qor_getPoolClassification'].flatMap((method) =>
      [[], [''], [{}], [`${address}00`], [`${operator.slice(0, -1)}q`], [operator, operator]].map((bad) => [
        method,
        ...bad,
      ]),
    ),
    ['qor_getBurnStats', 1],
    ['qor_getAIStats', 'x'],
    ['qor_getLaneConfiguration', null],
  ] as const) {
    const { error } = await call(String(method), ...params);
    assert.deepEqual([error?.code, error?.message], [-32602, 'Invalid params'], JSON.stringify([method, ...params]));
    assert.ok(error?.data, 'says what is wrong');
  }
});

/** Members of the results on a network where nobody has locked or registered anything. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  qor_getBurnStats: ['total_burned', 'total_distributed', 'channels', 'last_block_burned'],
  qor_getRLAgentStatus: [
    ...['agent_mode', 'observation_interval', 'circuit_breaker', 'last_observation_block', 'cumulative_reward'],
  ],
  qor_getHybridSignatureMode: ['mode', 'name', 'description'],
  qor_getInflationRate: [
    ...['inflation_rate', 'current_epoch', 'current_year', 'block_start', 'total_minted', 'emission_mode'],
    ...['epoch_emission', 'epoch_duration_ms', 'measured_epochs', 'max_total_emission'],
  ],
  qor_getTokenomicsOverview: ['burn', 'inflation', 'xqore', 'supply'],
  qor_getFairBlockStatus: ['enabled', 'tibe_threshold', 'decryption_delay', 'max_encrypted_size'],
  qor_getGasAbstractionConfig: ['accepted_tokens', 'fee_assets', 'enabled', 'native_denom', 'without_asset'],
  qor_getLaneConfiguration: ['lanes', 'enforced'],
  qor_getAIStats: [
    ...['txs_routed', 'anomalies_detected', 'contracts_scored', 'txs_flagged', 'txs_rejected', 'fraud_detections'],
    'config',
  ],
};

test('results have exactly the documented members', async (t) => {
  const call = await startNode(t);
  for (const [method, members] of Object.entries(shapes)) {
    assert.deepEqual(membersOf((await call(method)).result), members, method);
  }
  const { channels } = z.object({ channels: z.unknown() }).parse((await call('qor_getBurnStats')).result);
  assert.deepEqual(channels, {
    validator_share: '0.37',
    burn_share: '0.30',
    treasury_share: '0.20',
    staker_share: '0.10',
  });
  const status = z.object({ circuit_breaker: z.unknown() }).parse((await call('qor_getRLAgentStatus')).result);
  assert.deepEqual(status.circuit_breaker, { active: false, max_param_change: '0.10', cooldown_blocks: 20 });
  assert.deepEqual((await call('qor_getPoolClassification', operator)).error, undefined);
  assert.deepEqual(membersOf((await call('qor_getPQCKeyStatus', second.address)).result), [
    ...['address', 'registered', 'has_pqc_key'],
  ]);
});

/** Methods with an id, and an id that does not exist. */
const unknowns: readonly (readonly [method: string, ...params: readonly unknown[]])[] = [
  ['qor_getCrossVMMessage', 'crossvm-00000042'],
  ['qor_getLayerInfo', 'nowhere'],
  ['qor_getBridgeStatus', 'nowhere'],
  ['qor_getRollupStatus', 'nowhere'],
  ['qor_getSettlementBatch', 'nowhere', 1],
  ['qor_getDABlobStatus', 'nowhere', 1],
  ['qor_getAbstractAccount', second.address],
];

test('modules that are off, unknown ids, and invalid parameters', async (t) => {
  const call = await startNode(t);
  for (const [method, ...params] of unknowns) {
    const { error } = await call(method, ...params);
    assert.deepEqual([error?.code, error?.message], [-32001, 'Entity not found'], method);
    assert.ok(error?.data, method);
    const [name, ...rest] = params;
    const wrong = [[], ['', ...rest], [7, ...rest], [null, ...rest], [...params, 'more'], [{ name }, ...rest]];
    const indexes = rest.length === 0 ? [] : [-1, 1.5, '1', 2 ** 53, null].map((index) => [name, index]);
    for (const bad of [...wrong, ...indexes]) {
      const rejected = (await call(method, ...bad)).error;
      assert.deepEqual(
        [rejected?.code, rejected?.message],
        [-32602, 'Invalid params'],
        JSON.stringify([method, ...bad]),
      );
      assert.ok(rejected?.data, method);
    }
  }
  const disabled = { code: -32000, message: 'Module disabled', data: 'the babylon module is off on this network' };
  assert.deepEqual((await call('qor_getBTCStakingPosition', second.address)).error, disabled);
  assert.equal((await call('qor_getBTCStakingPosition', 'nobody')).error?.code, -32602, 'parameters come first');
  assert.deepEqual((await call('qor_listRollups')).result, []);
  assert.deepEqual((await call('qor_listRollups', 'ignored')).result, []);
  assert.equal((await call('qor_listRollups', 'ignored', 'too much')).error?.code, -32602);
  const suggested = z.object({ suggested_profile: z.string(), profile: z.string(), confidence: z.number() });
  const { result } = await call('qor_suggestRollupProfile', 'zzz');
  assert.equal(suggested.parse(result).suggested_profile, 'defi', 'when nothing matches');
  assert.equal((await call('qor_suggestRollupProfile', '')).error?.code, -32602);
});

test('the modules crossvm, bridge and abstractaccount return -32000 when genesis switches them off', async (t) => {
  const off = { params: { enabled: false } };
  const call = await startNode(t, { crossvm: off, bridge: off, abstractaccount: off });
  for (const [module, method, name] of [
    ['crossvm', 'qor_getCrossVMMessage', 'crossvm-00000042'],
    ['bridge', 'qor_getBridgeStatus', 'ethereum'],
    ['abstractaccount', 'qor_getAbstractAccount', second.address],
  ] as const) {
    const data = `the ${module} module is off on this network`;
    assert.deepEqual((await call(method, name)).error, { code: -32000, message: 'Module disabled', data }, method);
    assert.equal((await call(method)).error?.code, -32602, 'parameters come first');
  }
});

test('the OpenRPC document describes each field, and says why a parameter has no effect', async (t) => {
  const call = await startNode(t);
  const document = z
    .object({ methods: z.array(z.object({ name: z.string(), result: z.object({ schema: z.looseObject({}) }) })) })
    .parse((await call('rpc.discover')).result);
  const methods = document.methods.filter(({ name }) => name.startsWith('qor_'));
  assert.equal(methods.length, 25);
  const kinds = ['measured', 'parameter', 'parameter without effect', 'attested'];
  for (const { name, result } of methods) {
    for (const { path, kind, reason } of figuresOf(result.schema)) {
      assert.ok(kind !== undefined && kinds.includes(kind), `${name} ${path}`);
      const isExplained = kind === 'parameter without effect' || kind === 'attested';
      assert.equal(isExplained, (reason ?? '').length > 10, `${name} ${path} ${reason}`);
    }
  }
  const fairblock = methods.find(({ name }) => name === 'qor_getFairBlockStatus')?.result.schema ?? {};
  assert.match(figuresOf(fairblock)[0]?.reason ?? '', /cannot be switched on/);
});
