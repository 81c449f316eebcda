import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mlDsaKeys, verifyMlDsa } from '@qord/curves/ml-dsa';
import { HDNodeWallet, Wallet } from 'ethers';
import { developmentAccounts, developmentMnemonic } from '../primitives/development-accounts.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const password = 'correct horse';

/** A home folder, and `qord keys …` in it. */
function keysIn(t: TestContext) {
  const home = temporaryFolder(t);
  const passwordFile = join(home, 'password.txt');
  writeFileSync(passwordFile, `${password}\nsecond line\n`);
  const run = (words: readonly string[], input?: string) =>
    runQord(['keys', ...words, '--home', home], input === undefined ? {} : { input });
  const runJson = async (words: readonly string[], input?: string) => {
    const { code, stdout, stderr } = await run([...words, '--json'], input);
    assert.deepEqual([code, stderr], [0, ''], stderr);
    return JSON.parse(stdout);
  };
  return { home, folder: join(home, 'keys'), run, runJson, secret: ['--password-file', passwordFile] };
}

test('a new key is derived from its words, stored encrypted and readable for its owner only, and opens in ethers', async (t) => {
  const { folder, runJson, secret } = keysIn(t);
  const { mnemonic, evm, path } = await runJson(['add', 'alice', '--index', '3', ...secret]);
  assert.equal(HDNodeWallet.fromPhrase(mnemonic, '', path).address, evm);
  assert.equal(path, "m/44'/60'/0'/0/3");
  const file = join(folder, 'alice.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const wallet = await Wallet.fromEncryptedJson(readFileSync(file, 'utf8'), password);
  assert.equal(wallet.address, evm);
  assert.deepEqual(await runJson(['export', 'alice']), JSON.parse(readFileSync(file, 'utf8')));
  assert.equal((await runJson(['export', evm, '--private-key', ...secret])).privateKey, wallet.privateKey);
});

test('words, a raw key and a keystore are imported, from a file or standard input', async (t) => {
  const { home, run, runJson, secret } = keysIn(t);
  const [first, second] = developmentAccounts;
  const words = join(home, 'words.txt');
  writeFileSync(words, `  ${developmentMnemonic.replaceAll(' ', '\n')}\n`);
  assert.equal((await runJson(['import', 'one', words, '--index', '1', ...secret])).evm.toLowerCase(), second?.address);
  assert.equal((await runJson(['import', 'raw', '-', ...secret], first?.privateKey)).evm.toLowerCase(), first?.address);
  const exported = (await run(['export', 'one'])).stdout;
  assert.equal((await runJson(['import', 'again', '-', ...secret], exported)).evm.toLowerCase(), second?.address);
  const listed: { name: string; evm: string; qor: string; svm: string }[] = await runJson(['list']);
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['again', 'one', 'raw'],
  );
  assert.match(listed[1]?.qor ?? '', /^qor1/);
  assert.equal(listed[1]?.svm, '8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX');
});

test('a key is deleted only after confirmation', async (t) => {
  const { folder, run, runJson, secret } = keysIn(t);
  await runJson(['add', 'alice', ...secret]);
  const unconfirmed = await run(['delete', 'alice']);
  assert.deepEqual(
    [unconfirmed.code, unconfirmed.stderr],
    [2, 'qord: no terminal to confirm the deletion: pass --yes\n'],
  );
  assert.deepEqual(await runJson(['delete', 'alice', '--yes']), { deleted: 'alice' });
  assert.deepEqual(readdirSync(folder), []);
});

test('errors are one line with an exit code, and nothing is stored', async (t) => {
  const { home, folder, run, runJson, secret } = keysIn(t);
  await runJson(['add', 'alice', ...secret]);
  const wrong = join(home, 'wrong.txt');
  writeFileSync(wrong, 'nope');
  const empty = join(home, 'empty.txt');
  writeFileSync(empty, '');
  const cases: readonly (readonly [readonly string[], number, RegExp, string?])[] = [
    [['add', 'alice', ...secret], 6, /a key alice exists already; choose another name, or delete it first/],
    [['add', 'dev0', ...secret], 2, /dev0 is the name of a development account/],
    [['add', '../x', ...secret], 2, /\.\.\/x cannot name a key: use letters/],
    [['add', 'bob'], 2, /no terminal to ask for the password: pass --password-file <file>/],
    [['add', 'bob', '--password-file', empty], 2, /the password is empty/],
    [['add', 'bob', '--password-file', join(home, 'none')], 2, /cannot read .*none: ENOENT/],
    [['add', 'bob', '--index', '-1', ...secret], 2, /--index must be a whole number from 0 on, not -1/],
    [['import', 'bob', ...secret], 2, /no terminal to ask for the key: name a file that holds it/],
    [['import', 'bob', '-', ...secret], 6, /neither 32 bytes in hex, nor a keystore, nor 12 to 24/, 'test test test'],
    [['import', 'bob', '-', ...secret], 6, /these 32 bytes are no secp256k1 private key/, '00'.repeat(32)],
    [['import', 'bob', '-', ...secret], 6, /not a version 3 keystore/, '{"version":3}'],
    [['export', 'alice', '--private-key', '--password-file', wrong], 6, /wrong password, or a damaged key file/],
    [['export', 'carol'], 6, /no key carol in .*; there are alice/],
  ];
  const check = async ([words, code, message, input]: (typeof cases)[number]) => {
    const finished = await run(words, input);
    assert.equal(finished.code, code, words.join(' '));
    assert.match(finished.stderr, message);
    assert.match(finished.stderr, /^qord: [^\n]+\n$/, 'one line');
    assert.equal(finished.stdout, '');
  };
  await Promise.all(cases.map(check));
  assert.deepEqual(readdirSync(folder), ['alice.json']);
});

test('a post-quantum key is made, encrypted, restored from its words, signs, and is deleted', async (t) => {
  const { folder, run, runJson, secret } = keysIn(t);
  const { name, scheme, publicKey, mnemonic } = await runJson(['pqc', 'add', 'mine', ...secret]);
  assert.deepEqual([name, scheme, publicKey.length, mnemonic.split(' ').length], ['mine', 'ml-dsa-87', 5186, 24]);
  const file = join(folder, 'pqc', 'mine.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await run(['pqc', 'show', 'mine'])).stdout, `${publicKey}\n`);
  assert.equal((await runJson(['pqc', 'import', 'again', '-', ...secret], mnemonic)).publicKey, publicKey);
  const { publicKey: seeded } = await runJson(['pqc', 'import', 'seeded', '-', ...secret], '07'.repeat(32));
  assert.equal(seeded, toHex(mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(7)).publicKey));
  const listed: { name: string }[] = await runJson(['pqc', 'list']);
  assert.deepEqual(
    listed.map((key) => key.name),
    ['again', 'mine', 'seeded'],
  );
  assert.deepEqual(await runJson(['list']), [], 'keys of accounts are others');
  const messageFile = join(folder, 'message');
  writeFileSync(messageFile, 'a|b');
  const signed = ['a|b', '0x617c62', `@${messageFile}`].map((text) =>
    runJson(['pqc', 'sign', 'again', text, ...secret]),
  );
  const [bare, ...others] = (await Promise.all(signed)).map(({ signature }) => signature);
  assert.deepEqual(others, [bare, bare]);
  assert.ok(verifyMlDsa('ml-dsa-87', fromHex(publicKey), fromHex(bare), new TextEncoder().encode('a|b')));
  assert.deepEqual(await runJson(['pqc', 'delete', 'mine', '--yes']), { deleted: 'mine' });
  assert.deepEqual(readdirSync(join(folder, 'pqc')), ['again.json', 'seeded.json']);
});

test('errors of post-quantum keys are reported, and nothing is stored', async (t) => {
  const { home, folder, run, runJson, secret } = keysIn(t);
  await runJson(['pqc', 'add', 'mine', ...secret]);
  const wrong = join(home, 'wrong.txt');
  writeFileSync(wrong, 'nope');
  const cases: readonly (readonly [readonly string[], number, RegExp, string?])[] = [
    [['pqc', 'add', 'mine', ...secret], 6, /delete it first: qord keys pqc delete mine/],
    [['pqc', 'add', '../x', ...secret], 2, /cannot name a key/],
    [['pqc', 'import', 'two', '-', ...secret], 6, /neither 32 bytes in hex nor 24 English words/, developmentMnemonic],
    [['pqc', 'sign', 'mine', 'x', '--password-file', wrong], 6, /wrong password, or a damaged key file/],
    [['pqc', 'sign', 'mine', '0x123', ...secret], 2, /0x123/],
    [['pqc', 'sign', 'mine', `@${join(home, 'none')}`, ...secret], 2, /cannot read .*none/],
    [['pqc', 'sign', 'two', 'x', ...secret], 6, /no post-quantum key two in .*; there are mine/],
    [['pqc', 'delete', 'mine'], 2, /pass --yes/],
  ];
  const check = async ([words, code, message, input]: (typeof cases)[number]) => {
    const finished = await run(words, input);
    assert.deepEqual([finished.code, finished.stdout], [code, ''], `${words.join(' ')}: ${finished.stderr}`);
    assert.match(finished.stderr, message);
  };
  await Promise.all(cases.map(check));
  assert.deepEqual(readdirSync(join(folder, 'pqc')), ['mine.json']);
});
