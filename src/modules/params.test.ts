import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf } from '../kernel/codec/bounded.ts';
import { CodecError, type Schema } from '../kernel/codec/codec.ts';
import { amount, count, fraction } from '../kernel/codec/scalars.ts';
import { plainObject } from '../kernel/codec/structures.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { createModules } from './index.ts';

const modules = createModules().filter(({ params }) => params !== undefined);

/** Texts that are no numbers, flags and words from a list have no bounds. */
function isFree(schema: Schema): boolean {
  return schema.type === 'boolean' || schema.enum !== undefined || (schema.type === 'string' && !schema.pattern);
}

function unbounded(schema: Schema, path: string): string[] {
  const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  const inside = [
    ...Object.entries(properties).flatMap(([name, member]) => unbounded(member, `${path}.${name}`)),
    ...(items === undefined ? [] : unbounded(items, `${path}[]`)),
  ];
  const bounds = schema['x-bounds'];
  const isOwn = bounds !== undefined && ![amount, count, fraction].some((kind) => kind.schema['x-bounds'] === bounds);
  const isWhole = schema.type === 'object' || isFree(schema) || isOwn;
  return isWhole ? inside : [path, ...inside];
}

test('every number and list of parameters has bounds of its own', () => {
  const missing = modules.flatMap(({ name, params }) => (params ? unbounded(params.codec.schema, name) : []));
  assert.deepEqual(missing, []);
  const bounds = modules.flatMap(({ params }) => (params ? boundsOf(params.codec.schema) : []));
  assert.ok(bounds.length > 130, `${bounds.length} bounds`);
});

test('the defaults of every network keep the bounds and the relations', () => {
  for (const { name, params } of modules)
    for (const network of ['dev', 'testnet', 'mainnet'] as const) {
      const defaults = params?.codec.toPlain(params.defaultsFor(network));
      const { chain } = openModuleChain(genesisWith({}));
      assert.equal(params?.changeError(chain.headState(), JSON.stringify(defaults)), undefined, `${name} ${network}`);
    }
});

/** One more or less than a bound, in the form that the parameter has. */
function beyond(bound: unknown, step: bigint): unknown {
  if (typeof bound === 'number') return bound + Number(step);
  const [whole = '0', digits] = String(bound).split('.');
  if (digits === undefined) return String(BigInt(whole) + step);
  const scaled = BigInt(whole) * 10n ** 18n + BigInt(digits.padEnd(18, '0')) + step;
  const size = scaled < 0n ? -scaled : scaled;
  return `${scaled < 0n ? '-' : ''}${size / 10n ** 18n}.${String(size % 10n ** 18n).padStart(18, '0')}`;
}

test('a value one beyond its bounds is refused, and so is what no bound can name', () => {
  const state = openModuleChain(genesisWith({})).chain.headState();
  for (const { name: module, params } of modules) {
    if (params === undefined) continue;
    for (const [path, { unit, least, most }] of boundsOf(params.codec.schema)) {
      if (path.includes('[]') || unit === 'items' || unit === 'bytes') continue;
      for (const value of [beyond(least, -1n), beyond(most, 1n), '9'.repeat(78), `-${'9'.repeat(70)}`, 2 ** 53 - 1, -1])
        assert.notEqual(
          params.changeError(state, JSON.stringify({ [path]: value })),
          undefined,
          `${module} ${path} ${value}`,
        );
    }
  }
});

test('half of a character is no text, and a byte order mark stays', () => {
  const { params } = modules.find(({ name }) => name === 'gasabstraction') ?? assert.fail();
  const state = openModuleChain(genesisWith({})).chain.headState();
  assert.match(params?.changeError(state, '{"native_denom":"\\ud800"}') ?? '', /native_denom/);
  const marked = plainObject(
    params?.codec.toPlain(
      params.codec.fromPlain({ ...plainObject(params.codec.toPlain(params.defaults)), native_denom: '\ufeffq' }),
    ),
  );
  assert.equal(marked.native_denom, '\ufeffq');
  assert.throws(() => params?.codec.encode({ ...params.defaults, native_denom: '\ud800' }), CodecError);
});

test('parameters that nothing goes by but views and figures say so', () => {
  const marked = modules.flatMap(({ name, params }) => {
    const reasonOf = (member: unknown) => plainObject(member)['x-reason'];
    const members = Object.entries(plainObject(params?.codec.schema.properties));
    const without = members.filter(([, member]) => plainObject(member)['x-figure'] === 'parameter without effect');
    for (const [, member] of without) assert.match(String(reasonOf(member)), /\w{3}/);
    return without.map(([member]) => `${name}.${member}`);
  });
  const of = (module: string, ...names: string[]) => names.map((name) => `${module}.${name}`);
  const expected = [
    ...of('babylon', 'chain_id'),
    ...of('burn', 'ai_service_burn_rate'),
    ...of('fairblock', 'enabled', 'tibe_threshold', 'decryption_delay', 'max_encrypted_size'),
    ...of('pqc', 'pqc_primary', 'allow_classical_fallback', 'default_signature_algo'),
    ...of('qca', 'use_reputation_weighting', 'min_reputation_score', 'classification_interval', 'weight_rpos'),
    ...of('qca', 'weight_dpos', 'min_delegation_dpos', 'rep_percentile_rpos', 'bonding_alpha', 'bonding_beta'),
    ...of('qca', 'phase_multiplier', 'qdrw_enabled', 'qdrw_xqore_multiplier', 'qdrw_rep_min', 'qdrw_rep_max'),
    ...of('rlconsensus', 'weight_throughput', 'weight_finality', 'weight_decentralization', 'weight_mev'),
    ...of('rlconsensus', 'weight_failed', 'default_validator_set_size'),
    ...of('svm', 'compute_budget_max', 'max_program_size', 'max_account_data_size', 'max_cpi'),
  ];
  assert.deepEqual(marked.sort(), expected.sort());
});
