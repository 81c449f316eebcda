import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import { settings } from './settings.ts';
import { renderConfigFile } from './template.ts';

type Sources = { toml?: string; flags?: Record<string, string>; variables?: Record<string, string> };

function read(t: TestContext, { toml, flags = {}, variables = {} }: Sources) {
  const folder = mkdtempSync(join(tmpdir(), 'qord-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'app.toml');
  if (toml !== undefined) writeFileSync(file, toml);
  try {
    return readConfig({ flags, variables, file });
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    assert.deepEqual(readdirSync(folder), toml === undefined ? [] : ['app.toml'], 'nothing is written');
    throw new Error(error.message.replaceAll(folder, '<home>'), { cause: error.fault.code });
  }
}

function assertRejected(t: TestContext, sources: Sources, code: ConfigError['fault']['code'], message: string) {
  assert.throws(() => read(t, sources), { message, cause: code });
}

test('the file written on first start reads back as the defaults', (t) => {
  assert.deepEqual(read(t, { toml: renderConfigFile() }), read(t, {}));
});

test('defaults are those of the interface specification', (t) => {
  const config = read(t, {});
  assert.deepEqual(config['svm-rpc'].address, { host: '127.0.0.1', port: 8899 });
  const { address, api, 'ws-address': wsAddress, ...rpc } = config['json-rpc'];
  assert.deepEqual([address.port, wsAddress.port], [8545, 8546]);
  for (const namespace of ['eth', 'web3', 'net', 'txpool', 'qor']) assert.ok(api.includes(namespace), namespace);
  assert.equal(rpc['filter-cap'], 10_000);
  assert.equal(rpc['gas-cap'], 25_000_000);
  assert.equal(rpc['evm-timeout'], 5000);
  assert.equal(rpc['txfee-cap'], undefined, '1 QOR, but none on development networks');
  assert.equal(rpc['max-open-connections'], 0);
});

test('a flag wins over a variable, a variable over the file, the file over the default', (t) => {
  const toml = '[json-rpc]\ngas-cap = 1\nfilter-cap = 1\ntxfee-cap = 0.5\n';
  const variables = { QORD_JSON_RPC_GAS_CAP: '2', QORD_JSON_RPC_FILTER_CAP: '2' };
  const config = read(t, { toml, variables, flags: { 'json-rpc.gas-cap': '3' } })['json-rpc'];
  assert.equal(config['gas-cap'], 3);
  assert.equal(config['filter-cap'], 2);
  assert.equal(config['txfee-cap'], 5n * 10n ** 17n);
  assert.equal(config['max-batch'], 1000);
});

test('every key is accepted as a flag, as a variable and in the file, with its default as text', (t) => {
  for (const { flag, variable, describe } of settings) {
    const { defaultValue, isOptional } = describe();
    if (isOptional) continue;
    assert.deepEqual(read(t, { flags: { [flag.slice(2)]: String(defaultValue) } }), read(t, {}), flag);
    assert.deepEqual(read(t, { variables: { [variable]: String(defaultValue) } }), read(t, {}), variable);
  }
});

test('an unknown key or section is rejected with the nearest known one', (t) => {
  const key = '<home>/app.toml: unknown key gas-cpa in [json-rpc]; did you mean gas-cap? Otherwise remove it';
  assertRejected(t, { toml: '[json-rpc]\ngas-cpa = 1' }, 'unknown', key);
  const section = '<home>/app.toml: unknown section [jsonrpc]; did you mean json-rpc? Otherwise remove it';
  assertRejected(t, { toml: '[jsonrpc]' }, 'unknown', section);
  assertRejected(t, { toml: '[p2p]' }, 'unknown', '<home>/app.toml: unknown section [p2p]; remove it');
  assertRejected(
    t,
    { toml: 'log = 1' },
    'unknown',
    '<home>/app.toml: unknown key log outside of any section; remove it',
  );
  const variable = 'environment: unknown variable QORD_LOG_LEVLE; did you mean QORD_LOG_LEVEL? Otherwise remove it';
  assertRejected(t, { variables: { QORD_LOG_LEVLE: 'info' } }, 'unknown', variable);
});

test('a value of the wrong type or out of range is rejected with what is right', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    [
      '[json-rpc]\ngas-cap = "many"',
      '[json-rpc] gas-cap must be a whole number, not "many"; the default is gas-cap = 25000000',
    ],
    ['[json-rpc]\ngas-cap = -1', '[json-rpc] gas-cap must be at least 0, not -1; the default is gas-cap = 25000000'],
    [
      '[json-rpc]\ngas-cap = 1.5',
      '[json-rpc] gas-cap must be a whole number, not 1.5; the default is gas-cap = 25000000',
    ],
    ['[json-rpc]\nenable = "yes"', '[json-rpc] enable must be true or false, not "yes"; the default is enable = true'],
    ['[json-rpc]\ntxfee-cap = "1"', '[json-rpc] txfee-cap must be a number, not "1"; the default is txfee-cap = 1'],
    ['[json-rpc]\nevm-timeout = 5', '[json-rpc] evm-timeout must be a text, not 5; the default is evm-timeout = "5s"'],
    [
      '[json-rpc]\nevm-timeout = "5 years"',
      '[json-rpc] evm-timeout must be a duration such as 500ms, 5s or 2m, not "5 years"; the default is evm-timeout = "5s"',
    ],
    [
      '[svm-rpc]\naddress = "localhost"',
      '[svm-rpc] address must be host:port such as 127.0.0.1:8545, not "localhost"; the default is address = "127.0.0.1:8899"',
    ],
    [
      '[svm-rpc]\naddress = "127.0.0.1:70000"',
      '[svm-rpc] address must have a port from 0 to 65535, not "127.0.0.1:70000"; the default is address = "127.0.0.1:8899"',
    ],
    [
      '[json-rpc]\napi = "eth, qorr"',
      '[json-rpc] api must be of eth, web3, net, txpool, qor, debug, trace, ots, admin, personal, evm, anvil, hardhat, not "eth, qorr"; the default is api = "eth,web3,net,txpool,qor"',
    ],
    [
      '[log]\nlevel = "loud"',
      '[log] level must be one of error, warn, info, debug, not "loud"; the default is level = "info"',
    ],
  ];
  for (const [toml, message] of cases) assertRejected(t, { toml }, 'bad-value', `<home>/app.toml: ${message}`);
});

test('a bad value names the flag or variable it came from', (t) => {
  const tail = '[json-rpc] gas-cap must be a whole number, not "x"; the default is gas-cap = 25000000';
  assertRejected(t, { flags: { 'json-rpc.gas-cap': 'x' } }, 'bad-value', `--json-rpc.gas-cap: ${tail}`);
  assertRejected(t, { variables: { QORD_JSON_RPC_GAS_CAP: 'x' } }, 'bad-value', `QORD_JSON_RPC_GAS_CAP: ${tail}`);
});

test('a file that is not TOML is rejected with line and column', (t) => {
  assert.throws(() => read(t, { toml: '[log]\nlevel = info' }), {
    message: /^<home>\/app\.toml:2:\d+ is not valid TOML: [^\n]+; correct the line, or delete the file/,
    cause: 'unreadable',
  });
});

test('two servers on one address are rejected, unless one of them is off', (t) => {
  const toml = '[svm-rpc]\naddress = "127.0.0.1:8545"';
  const message = '[json-rpc] address and [svm-rpc] address are both 127.0.0.1:8545; give one of them another port';
  assertRejected(t, { toml }, 'same-address', message);
  assert.equal(read(t, { toml: `${toml}\nenable = false` })['svm-rpc'].enable, false);
});
