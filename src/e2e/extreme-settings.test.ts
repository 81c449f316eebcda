import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { exitNameOf } from '../cli/error-text.ts';
import { ConfigError } from '../config/config-error.ts';
import { homePaths } from '../config/home.ts';
import { readConfig } from '../config/read-config.ts';
import { type Setting, settings } from '../config/settings.ts';
import { createNode } from '../node/create-node.ts';
import { createLog } from '../node/log/create-log.ts';
import { readStartGenesis } from '../node/start-genesis.ts';
import { prepareSecp256k1 } from '../primitives/crypto/secp256k1.ts';
import { freePorts } from '../testing/node/free-ports.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const integers = ['0', '1', '2', '100', '65536', '1048576', '4294967296', '9007199254740991'];
const wrong = [
  '',
  ' ',
  'x',
  'NaN',
  '-1',
  '0.5',
  '1e999',
  '99999999999999999999',
  '\0',
  'x'.repeat(20_000),
  '[]',
  '999999999h',
];
const texts = [
  '',
  'x',
  '0s',
  '1ms',
  '168h',
  '127.0.0.1:0',
  '[::1]:0',
  '256.1.1.1:0',
  'nowhere.invalid:0',
  '127.0.0.1:65535',
];
const values: Readonly<Record<string, readonly string[]>> = {
  'whole number': [...integers, ...wrong],
  number: [...integers, '1000000000', '0.0000001', ...wrong],
  boolean: ['true', 'false', '1', ...wrong],
  text: [...texts, ...wrong],
};
const free: Readonly<Record<string, string>> = { ...freePorts, 'log.level': 'error' };
const nameOf = ({ flag }: Setting) => flag.slice(2);
// those of a network of nodes, and of other programs, need these
const tried = settings
  .filter(({ section }) => section !== 'comet')
  .filter((each) => nameOf(each) !== 'consensus.driver');

/** Texts that the configuration accepts for a key; others end the start in one line that names the key. */
function accepted(setting: Setting): readonly string[] {
  const { kind, choices } = setting.describe();
  return [...(choices ?? []), ...(values[kind] ?? [])].filter((text) => {
    try {
      readConfig({ flags: { ...free, [nameOf(setting)]: text }, variables: {}, file: '/none' });
      return true;
    } catch (error) {
      assert.ok(error instanceof ConfigError, `${nameOf(setting)} = ${text.slice(0, 40)}: ${error}`);
      assert.ok(error.message.includes(`[${setting.section}] ${setting.key}`), error.message);
      assert.ok(!error.message.includes('\n') && error.message.length < 600, error.message);
      return false;
    }
  });
}

/** Starts a node, which makes a block and ends; or the code of the error in one line with which it does not start. */
async function outcome(folder: string, flags: Readonly<Record<string, string>>): Promise<string> {
  const home = homePaths(folder);
  try {
    const config = readConfig({ flags: { ...free, ...flags }, variables: {}, file: home.configFile });
    const genesis = await readStartGenesis(home, 'dev', config);
    const node = await createNode({ config, home, genesis }, createLog(config.log));
    try {
      const { http } = node.urls;
      const ask = (method: string) =>
        postJson(http ?? '', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }));
      if (http !== undefined) assert.equal((await ask('evm_mine')).result, '0x0');
    } finally {
      await node.close();
    }
    return 'started';
  } catch (error) {
    assert.ok(error instanceof Error && !error.message.includes('\n'), String(error));
    return `${exitNameOf(error)}: ${error.message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

before(async () => void (await prepareSecp256k1()));

for (const end of ['first', 'last'] as const) {
  test(`a node starts with the ${end} text that is accepted for each key, or says in one line why not`, async (t) => {
    const folder = temporaryFolder(t);
    const sections = [...new Set(tried.map(({ section }) => section))];
    for (const section of sections) {
      const flags = tried
        .filter(
          (setting) =>
            setting.section === section && !/address$|mnemonic|path$|^url$|^tls-|^init$|^proposer$/.test(setting.key),
        )
        .map((setting) => [nameOf(setting), accepted(setting).at(end === 'first' ? 0 : -1)] as const)
        .filter((pair): pair is [string, string] => pair[1] !== undefined);
      const ended = await outcome(join(folder, section), Object.fromEntries(flags));
      assert.match(
        ended,
        /^(?:started|config: |busy: )/,
        `${section}: ${flags.map((pair) => pair.join('=')).join(' ')}`,
      );
    }
  });
}

test('a node starts with texts that only its start can refuse, or says in one line which key they are for', async (t) => {
  const folder = temporaryFolder(t);
  const keys = tried.filter(({ key }) => /address$|mnemonic|path$|^url$|^tls-|^init$|^proposer$|ipc/.test(key));
  assert.ok(keys.length > 8);
  for (const setting of keys) {
    for (const text of accepted(setting)) {
      const ended = await outcome(join(folder, 'home'), { [nameOf(setting)]: text.slice(0, 5000) });
      assert.match(ended, /^(?:started$|config: |busy: )/, `${nameOf(setting)} = ${text.slice(0, 40)}`);
    }
  }
});

test('keys that contradict each other', async (t) => {
  const folder = temporaryFolder(t);
  const cases = [
    [{ 'json-rpc.request-timeout': '1s', 'json-rpc.header-timeout': '10s' }, /^started$/],
    [{ 'svm-rpc.request-timeout': '1ms' }, /^started$/],
    [
      { 'json-rpc.ws-address': '127.0.0.1:47123', 'json-rpc.address': '127.0.0.1:47123' },
      /^config: .*give one of them another port/,
    ],
    [{ 'svm-rpc.address': '127.0.0.1:65535' }, /^(?:config|busy): .*svm-rpc/],
    [{ 'json-rpc.enable': 'false', 'svm-rpc.enable': 'false', 'explorer.enable': 'false' }, /^started$/],
  ] as const;
  for (const [flags, expected] of cases) assert.match(await outcome(join(folder, 'home'), flags), expected);
});
