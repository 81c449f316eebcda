import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { devGenesis } from '../chain/genesis/dev-genesis.ts';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { homeAt } from '../config/home.ts';
import { renderConfigFile } from '../config/template.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { weiPerQor } from '../primitives/units.ts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

function newHome(t: TestContext) {
  const folder = temporaryFolder(t);
  const home = homeAt(join(folder, 'home'));
  const init = (...words: string[]) => runQord(['init', '--home', home.folder, ...words]);
  let written = 0;
  const genesis = (changes: object) => {
    const file = join(folder, `genesis-${written++}.json`);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(formatGenesis(devGenesis())), ...changes }));
    return ['--genesis', file];
  };
  return { home, init, genesis };
}

test('a development network needs no genesis file', async (t) => {
  const { home, init } = newHome(t);
  const { code, stdout } = await init('--network', 'dev', '--json');
  assert.deepEqual(
    [code, JSON.parse(stdout)],
    [0, { home: home.folder, network: 'dev', chainId: 9800, config: home.configFile, genesis: home.genesisFile }],
  );
  assert.equal(readFileSync(home.configFile, 'utf8'), renderConfigFile());
  const genesis = parseGenesis(readFileSync(home.genesisFile, 'utf8'));
  for (const { address } of developmentAccounts) {
    assert.equal(genesis.alloc.get(address)?.balance, 10_000_000n * weiPerQor);
  }
  const again = await init('--network', 'dev');
  assert.equal(again.code, 3);
  assert.match(again.stderr, /genesis\.json exists already: name another --home/);
});

test('mainnet takes the genesis of its operators, without development accounts', async (t) => {
  const { home, init, genesis } = newHome(t);
  const alloc = { '0x00000000000000000000000000000000000000aa': { balance: '1' } };
  const mainnet = { network: 'mainnet', chainId: 9801 };
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--network', 'mainnet'], /genesis\.json does not exist: run qord init --network mainnet --genesis <file>/],
    [['--network', 'mainnet', '--genesis', '/nowhere.json'], /\/nowhere\.json: ENOENT.*; get the file anew/],
    [
      ['--network', 'mainnet', ...genesis({})],
      /is of the network dev, not mainnet: pass --network dev, or name another file/,
    ],
    [['--network', 'mainnet', ...genesis({ ...mainnet, chainId: 1, alloc })], /must be 9801 for mainnet/],
    [
      ['--network', 'mainnet', ...genesis(mainnet)],
      /genesis-2.json holds the development account 0xf39f.*: mainnet does not start/,
    ],
  ];
  for (const [words, message] of refused) {
    const { code, stderr } = await init(...words);
    assert.equal(code, 3, stderr);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
    assert.equal(existsSync(home.folder), false, 'nothing is written');
  }
  assert.equal((await init('--network', 'mainnet', ...genesis({ ...mainnet, alloc }))).code, 0);
  assert.deepEqual(readdirSync(home.folder), ['config']);
});

test('the network must be one there is', async (t) => {
  const { code, stderr } = await newHome(t).init('--network', 'main');
  assert.deepEqual([code, stderr], [2, 'qord: --network must be one of mainnet, testnet, dev, not main\n']);
});
