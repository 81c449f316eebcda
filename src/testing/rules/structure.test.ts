import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  endlessWaits,
  fixedWaits,
  namesWithoutUnit,
  poorComments,
  poorPhrases,
  sharedStateOf,
} from './source-rules.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../src');

/** Files below `folder` with their text, without tests. */
function sources(folder: string): readonly (readonly [file: string, text: string])[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  assert.ok(files.length > 0, `${folder} has no sources`);
  return files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

function assertNone(files: readonly (readonly [file: string, text: string])[], pattern: RegExp, rule: string): void {
  const broken = files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
  assert.deepEqual(broken, [], rule);
}

test('modules reject calls with faults of their table, never by number', () => {
  assertNone(
    sources('modules'),
    /\bcode: \d|\brefuse\(|\.code === \d/,
    'declare the fault with faultsOf, and use its name',
  );
});

test('rows in an old format are read only to be converted', () => {
  const others = sources('.').filter(([file]) => !file.startsWith('chain/migrate/'));
  assertNone(others, /\/format-\d+\//, 'only chain/migrate reads old formats');
});

test('addresses of modules are made in one table', () => {
  const others = sources('.').filter(
    ([file]) => file !== 'modules/addresses.ts' && !/^(?:kernel|testing|e2e)\//.test(file),
  );
  assertNone(others, /\bmoduleAddress\(/, 'add the address to modules/addresses.ts');
  const numbers = [...sources('modules'), ...sources('kernel')].flatMap(([, text]) =>
    [...text.matchAll(/\bmoduleAddress\((0x[\da-f]+)\)/g)].map(([, number]) => number),
  );
  assert.ok(numbers.length > 20);
  assert.deepEqual(numbers, [...new Set(numbers)], 'each number has one place');
});

/**
 * State of a whole process, and why nobody can notice that it is shared. The page of the explorer is a process of its
 * own.
 */
const sharedState: Readonly<Record<string, string>> = {
  'evm/instance/wasm-memory.ts': 'a buffer without content between two calls',
  'primitives/address.ts': 'a bounded cache of a pure function',
  'primitives/byte-writer.ts': 'a buffer without content between two uses',
  'primitives/bytes.ts': 'a buffer without content between two calls',
  'primitives/crypto/secp256k1.ts': 'which implementation of the same function is loaded',
  'primitives/hex.ts': 'a buffer without content between two calls',
  'primitives/machine.ts': 'what the process runs on, which nothing but a simulator replaces',
  'svm/public-key.ts': 'a bounded cache of a pure function',
};

test('state has an owner: nothing that changes stands at the level of a module', () => {
  const found = sources('.')
    .filter(([file]) => !/^(?:testing|e2e|explorer\/page)\/|\/(?:assembly|testing)\//.test(file))
    .flatMap(([file, text]) => sharedStateOf({ file, text }).map((name) => ({ file, name })));
  const files = [...new Set(found.map(({ file }) => file))].sort();
  assert.deepEqual(files, Object.keys(sharedState).sort(), 'make it a member of the part that uses it');
});

test('each kind of state at the level of a module is found, and constants are not', () => {
  const stateIn = (text: string): string[] => sharedStateOf({ file: 'a.ts', text });
  assert.deepEqual(stateIn('let a = 0;'), ['a']);
  assert.deepEqual(stateIn('export const a = new Map<string, number>();'), ['a']);
  assert.deepEqual(stateIn('const a: number[] = [];'), ['a']);
  assert.deepEqual(stateIn('const a = cacheOfCount<string, true>(4);'), ['a']);
  assert.deepEqual(stateIn('const a = Buffer.alloc(32);\nfunction f() { a[1] = 2; }'), ['a']);
  assert.deepEqual(stateIn('const a = new Uint8Array(32);\nfunction f(b) { a.set(b); }'), ['a']);
  assert.deepEqual(stateIn('const a = new Uint8Array(32);\nconst view = f(a.buffer);'), ['a']);
  assert.deepEqual(stateIn('const a = { count: 0 };\nfunction f() { a.count++; }'), ['a']);
  assert.deepEqual(stateIn('const a = { last: 0 };\nfunction f(b) { a.last = b; }'), ['a']);
  assert.deepEqual(stateIn('const a = new Map([[1, 2]]);\nfunction f(b) { a.set(b, b); }'), ['a']);
  assert.deepEqual(stateIn('class A {\n  static count = 0;\n  static #last: number | undefined;\n}'), [
    'count',
    '#last',
  ]);
  assert.deepEqual(stateIn('const a = { one: 1 };\nconst b = a.one === 1;\nclass A {\n  static of(): A {}\n}'), []);
  assert.deepEqual(stateIn("const a = new Set(['one']);\nconst b = new Uint8Array(32);\nexport const c = f(b);"), []);
});

test('a value that may be a promise has one name', () => {
  const others = sources('.').filter(([file]) => file !== 'primitives/maybe-promise.ts');
  assertNone(others, /\b(\w+(?:\[\]|<[\w, ]+>)?)\s*\|\s*Promise<\1>/, 'use MaybePromise');
});

test('events, records and tables are named by what they are, not by what has happened to them', () => {
  const names = { event: /Event$/, single: /Record$/, table: /s$|s[A-Z]/ };
  const declaration =
    /^(?:export )?const (\w+) =\s*(?:recordsOf\(\w+\)\.)?(event|single|table)(?:sOf\(\w+\)(?=\())?\(/gm;
  const poorNames = (text: string): string[] =>
    [...text.matchAll(declaration)]
      .filter(([, name = '', kind = '']) => !names[kind as keyof typeof names].test(name))
      .map(([, name = '']) => name);
  const named = [...sources('modules'), ...sources('kernel')].flatMap(([, text]) => poorNames(text));
  assert.deepEqual(named, []);
  const poor = ['locked = event(', 'moved = eventsOf(a)(', 'totals = single(', 'due = table(', 'flagged = table('];
  assert.equal(poor.flatMap((text) => poorNames(`export const ${text}`)).length, poor.length);
});

test('errors that carry a fault are made by one factory', () => {
  const others = sources('.').filter(([file]) => file !== 'primitives/fault-error.ts');
  assertNone(others, /this\.fault = fault/, 'extend faultError(name, textOf)');
});

test('nothing waits for a promise that nobody settles', () => {
  assertNone(sources('.'), /new Promise(?:<\w+>)?\(\(\) => \{\s*\}\)/, 'return undefined, or wait for an AbortSignal');
});

test('interfaces read modules only by the functions of modules/readers.ts', () => {
  assertNone(
    sources('rpc'),
    /from '(?:\.\.\/)+modules\/(?!readers\.ts')/,
    'add a function to modules/readers.ts instead of importing records',
  );
});

test('threads are guarded: an addon that is called in one that ends would abort the process', () => {
  const others = sources('.').filter(([file]) => file !== 'primitives/guarded-worker.ts');
  assertNone(others, /\bnew Worker\(/, 'use GuardedWorker, and NativeCalls in its program');
});

test('no list of any length is spread into arguments, of which there can be some ten thousand', () => {
  const others = sources('.').filter(([file]) => !file.startsWith('testing/') && !file.startsWith('explorer/page/'));
  const spread = /\b(?:push|unshift|concatBytes|Math\.max|Math\.min|String\.from\w+)\((?:[^(){]|\([^()]*\))*\.\.\./;
  const except = /^(?:primitives\/bytes\.ts)/; // the declaration
  assertNone(
    others.filter(([file]) => !except.test(file)),
    spread,
    'use appendAll, joinBytes or a loop',
  );
});

test('npm installs nothing that asks for a newer Node than ours: the first words of an installation are no warning', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
  const { packages } = lock as { readonly packages: Record<string, { readonly engines?: { readonly node?: string } }> };
  const newer = Object.entries(packages).filter(
    ([, { engines }]) => Number(/^>=\s*(\d+)[\d.]*$/.exec(engines?.node ?? '')?.[1] ?? 0) > 20,
  );
  assert.ok(Object.keys(packages).length > 100);
  assert.deepEqual(newer, []);
});

/** Files of TypeScript anywhere in the project, those of the page of the explorer, too, and documents; without tests. */
function texts(): readonly (readonly [file: string, text: string])[] {
  const project = join(root, '..');
  const folders = ['src', 'tools', 'docs', 'bench', 'packages', 'scripts', 'clients'];
  const below = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  );
  const files = [...readdirSync(project), ...below]
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:tsx?|mjs|md)$/.test(name) && !/node_modules|\/fixtures\/|\.test\.ts$|\.d\.ts$/.test(name))
    .filter((name) => !/^CHANGELOG|^src\/testing\/rules\/|\/dist\//.test(name));
  return files.map((file) => [file, readFileSync(join(project, file), 'utf8')]);
}

test('a comment stands alone: it begins with its sentence', () => {
  const found = texts()
    .filter(([file]) => /^(?:src|packages)\/.*\.tsx?$/.test(file))
    .flatMap(([file, text]) => poorComments({ file, text }).map((words) => `${file}: ${words}`));
  assert.deepEqual(found, []);
});

test('comments, messages and documents are in plain words', () => {
  const all = texts();
  for (const kind of [/\.ts$/, /\.tsx$/, /^docs\/modules\/.*\.md$/, /^README\.md$/, /^tools\//])
    assert.ok(all.filter(([file]) => kind.test(file)).length > 0, `there are no ${kind}`);
  const found = all.flatMap(([file, text]) => poorPhrases({ file, text }).map((words) => `${file}: ${words}`));
  assert.deepEqual(found, []);
});

test('each kind of comment and phrase that a reader stumbles over is found', () => {
  const isFound = (text: string): boolean => {
    const source = { file: 'a.ts', text };
    return poorComments(source).length + poorPhrases(source).length === 1;
  };
  const poor = [
    '/** of the database */',
    '/**\n * from the first\n * to the last\n */',
    '  // it goes on later',
    '/** Counts anew. */',
    '/** Bytes from which on it is long. */',
    '/** Who has to tell. */',
    "const a = 'the window goes on';",
    '<p>Transfers go on</p>',
    '/**\n * A list, of\n * which the last is empty.\n */',
    'A document with records of which one is new.',
  ];
  assert.deepEqual(
    poor.filter((text) => !isFound(text)),
    [],
  );
  for (const text of [
    '/** Bytes of the database. */',
    '// of two',
    "'/* no */ of'",
    '// two rows, each of which is new',
  ])
    assert.equal(isFound(text), false);
});

/** Tests and their helpers below `src` and `tools`, with their text. */
function tests(): readonly (readonly [file: string, text: string])[] {
  const folder = join(root, '..');
  const files = ['src', 'tools'].flatMap((top) =>
    readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(top, name.replaceAll('\\', '/')),
    ),
  );
  const found = files.filter((name) => /\.test\.ts$|^src\/(?:testing|e2e)\/.*\.ts$/.test(name));
  assert.ok(found.length > 400);
  return found.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

test('tests wait with until, which ends and says what it waited for', () => {
  const found = tests()
    .filter(([file]) => !/^src\/testing\/(?:until|rules\/\S+)\.ts$/.test(file))
    .filter(([file]) => file !== 'src/chain/crash.test.ts') // the program in it runs until it is killed
    .flatMap(([file, text]) => endlessWaits({ file, text }).map((loop) => `${file}: ${loop}`));
  assert.deepEqual(found, []);
});

test('each kind of loop that may wait for ever is found', () => {
  const waits = (text: string): number => endlessWaits({ file: 'a.ts', text }).length;
  for (const text of [
    'while (count < 2) await sleep(5);',
    'while ((await height()) < 2) await sleep(5);',
    'while (!(await receipt()));',
    'while (!isDone) {\n  mine();\n  await sleep(20);\n}',
    'for (;;) {\n  const found = await find();\n  if (found) return found;\n  await sleep(20);\n}',
    'for (; !isDone; turns++) await nextTurn();',
  ])
    assert.equal(waits(text), 1, text);
  for (const text of [
    'while (!signal.aborted) {\n  await sleep(20);\n}',
    'while (performance.now() < end) await sleep(5);',
    'while (left > 0) left--;',
    'for (let turn = 0; turn < 3; turn++) await nextTurn();',
  ])
    assert.equal(waits(text), 0, text);
});

test('a length of time, and a constant of bytes or gas, has its unit in its name', () => {
  const found = texts()
    .filter(
      ([file]) => /^(?:src|tools|packages)\/.*\.tsx?$/.test(file) && !/^src\/(?:testing|e2e)\/|\.test\.ts$/.test(file),
    )
    .flatMap(([file, text]) => namesWithoutUnit({ file, text }).map((name) => `${file}: ${name}`));
  assert.deepEqual(found, []);
});

test('each kind of number without its unit is found', () => {
  const namesIn = (text: string): string[] => namesWithoutUnit({ file: 'a.ts', text });
  for (const [text, name] of [
    ['const blockInterval = 1_000;', 'blockInterval'],
    ['  readonly #stallTimeout: number;', 'stallTimeout'],
    ['  readonly timeout?: number | undefined;', 'timeout'],
    ['function f(retryBackoff: bigint) {', 'retryBackoff'],
    ['function f(delay = 50) {', 'delay'],
    ['const retryTime = 1_000;', 'retryTime'],
    ['/** Milliseconds after which it is logged. */\nconst loggedFrom = 3;', 'loggedFrom'],
    ['  /** seconds from a block to the next */\n  readonly step: bigint;', 'step'],
    ['/** Longest time to wait, in ms. */\nexport const most = 250;', 'most'],
    ['  /** milliseconds */\n  get perBlock(): number {', 'perBlock'],
    ['/** Bytes that wait at most. */\nexport const maxBuffered = 64 * 1024;', 'maxBuffered'],
    ['  /** gas that is left */\n  readonly #left: bigint;', 'left'],
    ['/** Megabytes for a thread. */\nconst heap = 64;', 'heap'],
  ] as const)
    assert.deepEqual(namesIn(text), [name], text);
  for (const text of [
    'const blockIntervalMs = 1_000;',
    'readonly observation_interval: number;',
    "'block-interval': number",
    '/** Milliseconds after which it is logged. */\nconst loggedFromMs = 3;',
    '/** seconds since 1970 */\nreadonly time: number;',
    'server.timeout = 2 * limitMs;',
    '/** Bytes of a point. */\nconst pointLength = 64;',
    '/** Gas that each byte costs. */\nconst gasPerByte = 16n;',
    'const timeout = setTimeout(stop, 5);',
  ])
    assert.deepEqual(namesIn(text), [], text);
});

test('no test waits a fixed time', () => {
  const found = tests()
    .filter(([file]) => file.endsWith('.test.ts'))
    .flatMap(([file, text]) => fixedWaits({ file, text }).map((time) => `${file}: ${time} ms`));
  assert.deepEqual(found, []);
});

test('each kind of fixed wait is found', () => {
  const first = "import { setTimeout as sleep } from 'node:timers/promises';\nconst pauseMs = 1_500;\n";
  const waits = (line: string): readonly string[] => fixedWaits({ file: 'a.ts', text: `${first}  ${line}\n` });
  assert.deepEqual(waits('await sleep(50);'), ['50']);
  assert.deepEqual(waits('await sleep(pauseMs);'), ['pauseMs']);
  assert.deepEqual(waits('await new Promise((resolve) => setTimeout(resolve, 750));'), ['750']);
  for (const line of ['await sleep(40 * round);', "return sleep(5, 'later');", 'await sleep(milliseconds);'])
    assert.deepEqual(waits(line), [], line);
});
