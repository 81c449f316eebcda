import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listen } from '../testing/node/listen.ts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { catalog } from './catalog/catalog.ts';
import { moduleTransactions } from './catalog/modules.ts';
import type { Command, CommandGroup } from './command.ts';

const spellings = {
  evm: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  qor: 'qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y',
  svm: '8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX',
  qorvaloper: 'qorvaloper1wzvhjux9rqfdcwspp37srdgwp5tac7wgrczyh2',
  qorvalcons: 'qorvalcons1wzvhjux9rqfdcwspp37srdgwp5tac7wght3cmt',
};
const address = { native: true, ...spellings };

test('any spelling of an account shows all of them', async () => {
  for (const spelling of [...Object.values(spellings), spellings.evm.toLowerCase()]) {
    const { code, stdout, stderr } = await runQord(['address', spelling, '--json']);
    assert.deepEqual([code, JSON.parse(stdout), stderr], [0, address, '']);
  }
  assert.deepEqual(JSON.parse((await runQord(['address', 'dev1', '--json'])).stdout), address);
  const { stdout } = await runQord(['address', address.evm]);
  for (const spelling of Object.values(spellings)) assert.ok(stdout.includes(spelling));
  assert.match(stdout, /18 decimals.*\n.*6 decimals.*\n.*9 decimals/);
});

test('an SVM key that is no native account is reported as such, and fails', async () => {
  const svm = 'Vote111111111111111111111111111111111111111';
  const asJson = await runQord(['address', svm, '--json']);
  assert.deepEqual([asJson.code, JSON.parse(asJson.stdout)], [1, { native: false, svm }]);
  assert.match((await runQord(['address', svm])).stdout, /Not a native account: the last 12 bytes/);
});

test('wrong use is one line on standard error with exit code 2', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['adress'], /unknown command 'adress' \(Did you mean address\?\); see --help/],
    [['keys', 'ad'], /unknown command 'ad' \(Did you mean add\?\)/],
    [['address'], /missing required argument 'account'/],
    [['address', address.qor, '--jsn'], /unknown option '--jsn' \(Did you mean --json\?\)/],
    [['address', 'a', 'b'], /too many arguments/],
    [['address', `${address.qor.slice(0, -1)}x`], /not an account: the checksum or length/],
    [['tx', 'send', address.qor, '1qor'], /required option '--from <key>' not specified/],
    [['tx', 'send', address.qor, '1', '--from', 'dev0'], /the amount 1 has no unit; write it like 1\.5qor/],
    [['tx', 'send', 'x', '1qor', '--from', 'dev0'], /not an account: x; write it as 0x…, qor1… or base58/],
    [['query', 'block', '-x'], /unknown option '-x'/],
    [['query', 'tx', '0x12'], /not a 32-byte hash: 0x12/],
    [['status', '--node', 'localhost'], /localhost is not a URL; write it like http:\/\/127\.0\.0\.1:8545/],
  ];
  const check = async ([words, message]: (typeof cases)[number]) => {
    const { code, stdout, stderr } = await runQord(words);
    assert.equal(code, 2, `${words.join(' ')}: ${stderr}`);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
    assert.equal(stdout, '');
  };
  await Promise.all(cases.map(check));
});

test('a server that does not respond, or is no node, is exit code 5 with the remedy', async (t) => {
  const silent = await runQord(['status', '--node', 'http://127.0.0.1:1']);
  assert.equal(silent.code, 5);
  assert.match(silent.stderr, /^qord: no node responds at http:\/\/127\.0\.0\.1:1 \(.*\); start one with qord start/);
  const port = await listen(
    t,
    createServer((_request, response) => response.end('hello')),
  );
  const other = await runQord(['status', '--node', `http://127.0.0.1:${port}`]);
  assert.equal(other.code, 5);
  assert.match(other.stderr, /responds, but not in JSON-RPC/);
});

test('a broken configuration is exit code 3', async (t) => {
  const variables = { QORD_LOG_LEVEL: 'loud', QORD_HOME: temporaryFolder(t) };
  const { code, stderr } = await runQord(['status'], { variables });
  assert.equal(code, 3);
  assert.match(stderr, /^qord: QORD_LOG_LEVEL: \[log\] level must be one of/);
});

test('the help of every command has its arguments and an example', async () => {
  type Found = { readonly path: readonly string[]; readonly command: Command };
  const find = (before: readonly string[], entry: Command | CommandGroup): Found[] => {
    const path = [...before, entry.name];
    return 'commands' in entry ? entry.commands.flatMap((inner) => find(path, inner)) : [{ path, command: entry }];
  };
  const modules = moduleTransactions()
    .slice(0, 3)
    .map((group) => ({ ...group, commands: group.commands.slice(0, 1) }));
  const commands = [...catalog.flatMap((entry) => find([], entry)), ...modules.flatMap((group) => find(['tx'], group))];
  const check = async ({ path, command }: Found) => {
    const { code, stdout } = await runQord([...path, '--help']);
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(`Usage: qord ${path.join(' ')}`), stdout);
    for (const example of command.examples) assert.ok(stdout.includes(example), example);
  };
  await Promise.all(commands.map(check));
});

test('version names program, chain and what each chain version brought', async () => {
  const { stdout } = await runQord(['version', '--json']);
  const { qord, chain, node, features } = JSON.parse(stdout);
  assert.deepEqual(features.at(-1).since, chain);
  assert.match(qord, /^\d+\.\d+\.\d+/);
  assert.deepEqual([chain, node], ['v3.1.97', process.version]);
  assert.equal((await runQord(['--version'])).stdout, `${qord}\n`);
});
