import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import * as z from 'zod';
import { devGenesis } from '../chain/genesis/dev-genesis.ts';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { homePaths } from '../config/home.ts';
import { renderConfigFile } from '../config/template.ts';
import { treasury } from '../kernel/module-account.ts';
import { toBase58, toBech32, toChecksum } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { weiPerQor } from '../primitives/units.ts';
import { openModuleChain } from '../testing/module-chain.ts';
import { plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

function newHome(t: TestContext) {
  const folder = temporaryFolder(t);
  const home = homePaths(join(folder, 'home'));
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
  assert.match(again.stderr, /genesis\.json exists already: pass another --home/);
});

test('a disk that gets full keeps no part of a file, and the command fails', async (t) => {
  const { home } = newHome(t);
  const limited = (blocks: number) => {
    const words = [programFile, 'init', '--network', 'dev', '--home', home.folder];
    const run = ['-c', `ulimit -f ${blocks} && exec "$0" "$@"`, process.execPath, ...words];
    return promisify(execFile)('sh', run, { env: plainEnvironment() }).then(
      () => assert.fail('it has succeeded'),
      ({ code, stderr }: { code: unknown; stderr: string }) => ({ code, stderr }),
    );
  };
  // blocks of 512 or 1024 bytes: the first file is cut at some kilobytes, as by the last of a disk
  const { code, stderr } = await limited(8);
  assert.equal(code, 3);
  assert.match(
    stderr,
    /^qord: \S+app\.toml cannot be written: EFBIG.*; make room on the disk, or pass another --home\n$/,
  );
  assert.deepEqual(readdirSync(join(home.configFile, '..')), []);
});

test('mainnet requires the genesis of its operators, without development accounts', async (t) => {
  const { home, init, genesis } = newHome(t);
  const alloc = { '0x00000000000000000000000000000000000000aa': { balance: '1' } };
  const mainnet = { network: 'mainnet', chainId: 9801 };
  const rejected: readonly (readonly [readonly string[], RegExp])[] = [
    [['--network', 'mainnet'], /genesis\.json does not exist: run qord init --network mainnet --genesis <file>/],
    [
      ['--network', 'mainnet', '--genesis', '/nowhere.json'],
      /\/nowhere\.json: there is no such file or folder \(ENOENT\); get a new copy of the file/,
    ],
    [
      ['--network', 'mainnet', ...genesis({})],
      /belongs to the network dev, not mainnet: pass --network dev, or another file/,
    ],
    [['--network', 'mainnet', ...genesis({ ...mainnet, chainId: 1, alloc })], /must be 9801 for mainnet/],
    [
      ['--network', 'mainnet', ...genesis(mainnet)],
      /genesis-2.json: alloc\.0x14dc.* contains the development account 0x14dc.*: mainnet does not start/,
    ],
  ];
  for (const [words, message] of rejected) {
    const { code, stderr } = await init(...words);
    assert.equal(code, 3, stderr);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
    assert.equal(existsSync(home.folder), false, 'nothing is written');
  }
  assert.equal((await init('--network', 'mainnet', ...genesis({ ...mainnet, alloc, modules: {} }))).code, 0);
  assert.deepEqual(readdirSync(home.folder), ['config']);
});

test('no role of a real network is a development account, at any place and in any spelling', async (t) => {
  const { home, init, genesis } = newHome(t);
  const [dev] = developmentAccounts;
  assert.ok(dev);
  const { address } = dev;
  const alloc = { '0x00000000000000000000000000000000000000aa': { balance: '1' } };
  const consensus = '0x00000000000000000000000000000000000000bb';
  const validator = { key: [toBech32(address, 'qorvaloper')], value: { consensus, moniker: 'x', tokens: '1' } };
  const roles: readonly (readonly [string, object])[] = [
    ['modules.authority.params.account', { authority: { params: { account: toChecksum(address) } } }],
    ['modules.bridge.params.bridge_admin', { bridge: { params: { bridge_admin: toBech32(address) } } }],
    ['modules.babylon.params.attesters[1]', { babylon: { params: { attesters: [consensus, toBase58(address)] } } }],
    ['modules.staking.validator[0].key[0]', { staking: { validator: [validator] } }],
    ['modules.later.role', { later: { role: `0x${'00'.repeat(12)}${address.slice(2)}` } }],
  ];
  for (const [network, chainId] of [
    ['mainnet', 9801],
    ['testnet', 9800],
  ] as const) {
    for (const [place, modules] of roles) {
      const { code, stderr } = await init('--network', network, ...genesis({ network, chainId, alloc, modules }));
      assert.equal(code, 3, stderr);
      assert.ok(stderr.includes(`.json: ${place} contains the development account ${address}`), stderr);
      assert.match(stderr, new RegExp(`: ${network} does not start with it; remove it\n$`));
    }
    const owned = { ...alloc, [consensus]: { code: '0x6001', storage: { [`0x${'00'.repeat(32)}`]: address } } };
    const { code, stderr } = await init(
      '--network',
      network,
      ...genesis({ network, chainId, alloc: owned, modules: {} }),
    );
    assert.equal(code, 3, stderr);
    assert.match(stderr, /alloc\.0x0{38}bb\.storage\.0x0{64} contains the development account/);
  }
  assert.equal(existsSync(home.folder), false, 'nothing is written');
});

test('the network must exist', async (t) => {
  const { code, stderr } = await newHome(t).init('--network', 'main');
  assert.deepEqual([code, stderr], [2, 'qord: --network must be one of mainnet, testnet, dev, not main\n']);
});

test('a founder gets a complete genesis, which starts with the values of its network', async (t) => {
  const { home, init } = newHome(t);
  const expected = { mainnet: [1_814_400, 100, '50000000000', 43_200], testnet: [600, 150, '10000000000', 17_280] };
  for (const [network, values] of Object.entries(expected)) {
    const file = join(temporaryFolder(t), 'genesis.json');
    const written = await init('--network', network, '--genesis-template', file);
    assert.equal(written.code, 0, written.stderr);
    assert.equal(existsSync(home.folder), false, 'a template is written alone');
    const template = parseGenesis(readFileSync(file, 'utf8'));
    assert.equal(template.alloc.get(treasury)?.balance, 4_500_000_000n * weiPerQor);
    for (const document of [template, { ...template, modules: {} }]) {
      const { exported } = openModuleChain(document);
      const { staking, governance, inflation } = modulesShape.parse(exported().modules);
      assert.deepEqual(
        [
          ...[staking.params.unbonding_seconds, staking.params.max_validators],
          ...[governance.params.min_deposit, inflation.params.epoch_length],
        ],
        values,
      );
    }
    const again = await init('--network', network, '--genesis-template', file);
    assert.match(again.stderr, /genesis\.json exists already: name another file, or delete it/);
    assert.equal(again.code, 3);
  }
});

test('who locks xQORE waits for its part in penalties where a genesis is new, and not where it is older', async (t) => {
  const { init } = newHome(t);
  const month = 2_592_000;
  for (const network of ['mainnet', 'testnet', 'dev']) {
    const file = join(temporaryFolder(t), 'genesis.json');
    await init('--network', network, '--genesis-template', file);
    const template = parseGenesis(readFileSync(file, 'utf8'));
    const { xqore } = sharesShape.parse(template.modules);
    const { share_after_seconds: written, ...older } = xqore.params;
    const started = (section: object | undefined) => {
      const { xqore: _, ...others } = template.modules;
      const modules = section === undefined ? others : { ...others, xqore: section };
      const { chain, exported } = openModuleChain({ ...template, modules });
      const { params } = sharesShape.parse(exported().modules).xqore;
      return { hash: chain.reader.head().hash, waits: params.share_after_seconds };
    };
    const expected = network === 'dev' ? 0 : month;
    assert.equal(written, expected, 'a template names the value of its network');
    for (const section of [undefined, {}, { params: {} }, { params: { rebase_interval: 7 } }])
      assert.equal(started(section).waits, expected, JSON.stringify(section));
    const before = started({ params: older });
    assert.equal(before.waits, 0, 'a version without it wrote all others');
    assert.deepEqual(before, started({ params: { ...older, share_after_seconds: 0 } }), 'the same first block');
  }
});

const sharesShape = z.object({
  xqore: z.object({ params: z.looseObject({ share_after_seconds: z.number().optional() }) }),
});

const modulesShape = z.object({
  staking: z.object({ params: z.object({ unbonding_seconds: z.number(), max_validators: z.number() }) }),
  governance: z.object({ params: z.object({ min_deposit: z.string() }) }),
  inflation: z.object({ params: z.object({ epoch_length: z.number() }) }),
});
