import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { usesOfMachine } from './source-rules.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../src');

/**
 * Files that may read clocks, start timers and threads, and draw random numbers, and why. The page of the explorer is a
 * program for browsers.
 */
const adapters: Readonly<Record<string, string>> = {
  'node/idle-collection.ts': 'looks at the heap of the process, which no simulator has',
  'primitives/guarded-worker.ts': 'the threads of the real machine',
  'primitives/machine.ts': 'the real machine, and what replaces it',
  'rpc/debug/gc-stats.ts': 'repeats what V8 says of its collections',
};

test('time, chance and threads come from primitives/machine.ts, so that a simulator can give them', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^explorer\/page\/|(?:^|\/)(?:testing|assembly)\//.test(name),
    );
  assert.ok(files.length > 500);
  const using = files.filter(
    (file) => usesOfMachine({ file, text: readFileSync(join(root, file), 'utf8') }).length > 0,
  );
  assert.deepEqual(using.sort(), Object.keys(adapters), 'import it from primitives/machine.ts');
});

test('each use of a clock, timer, random number or thread of the real machine is found, and nothing else', () => {
  const usesIn = (text: string): string[] => usesOfMachine({ file: 'a.ts', text });
  for (const [text, use] of [
    ['const now = Date.now();', 'Date.now'],
    ['const now = Date.now;', 'Date.now'],
    ['const now = new Date();', 'new Date()'],
    ['const at = performance.now();', 'performance.now'],
    ['const at = process.hrtime.bigint();', 'process.hrtime'],
    ['const timer = setTimeout(stop, 5);', 'setTimeout'],
    ['const timer = globalThis.setTimeout(stop, 5);', 'setTimeout'],
    ['start({ nextIteration: setImmediate });', 'setImmediate'],
    ["import { clearTimeout } from '../primitives/machine.ts';\nsetInterval(look, 5);", 'setInterval'],
    ["import { setTimeout } from '../primitives/machine.ts';\nclearTimeout(timer);", 'clearTimeout'],
    ["import timers from 'timers';\n", 'timers'],
    ["import { scheduler } from 'node:timers/promises';\n", 'node:timers'],
    ['const { now } = performance;', '{ now } = performance'],
    ['const { min, random } = Math;', '{ min, random } = Math'],
    ['const now = Date();', 'Date()'],
    ['const now = new Date;', 'new Date'],
    ['Atomics.wait(cell, 0, 0);', 'Atomics.wait'],
    ['const { port1, port2 } = new MessageChannel();', 'MessageChannel'],
    ['const { user } = process.cpuUsage();', 'process.cpuUsage'],
    ['const key = ed25519.utils.randomSecretKey();', 'randomSecretKey'],
    ['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ['const one = Math.random();', 'Math.random'],
    ["import { randomBytes } from 'node:crypto';\n", 'randomBytes'],
    ['const id = crypto.randomUUID();', 'randomUUID'],
    ['crypto.getRandomValues(bytes);', 'getRandomValues'],
    ['const key = generateKeyPairSync(kind);', 'generateKeyPairSync'],
    ['const thread = new Worker(program);', 'new Worker'],
    ['const thread = new GuardedWorker(program);', 'new GuardedWorker'],
    ['class Thread extends Worker {', 'extends Worker'],
  ] as const)
    assert.deepEqual(usesIn(text), [use], text);
  for (const text of [
    "import { clearTimeout, setTimeout } from '../primitives/machine.ts';\nclearTimeout(setTimeout(stop, 5));",
    '// as setTimeout does\n/** Like `AbortSignal.timeout`. */',
    'request.socket.setTimeout(0);',
    'const day = new Date(seconds * 1_000);',
    'const pool = new WorkerPool(options);',
    'const setTimeouts = 1;',
    'const { min, trunc } = Math;',
    'queueMicrotask(() => settle());', // which comes when promises do
  ])
    assert.deepEqual(usesIn(text), [], text);
});
