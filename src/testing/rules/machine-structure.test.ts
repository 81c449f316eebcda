import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { usesOfMachine } from './machine-uses.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../src');

const processes = 'processes of other programs, which a simulator takes the place of';

/**
 * Files that may read clocks, start timers, threads and processes, and draw random numbers, and why. The page of the
 * explorer is a program for browsers.
 */
const adapters: Readonly<Record<string, string>> = {
  'cli/run-beside-node.ts': processes,
  'cli/testnet-process.ts': processes,
  'consensus/comet/process/find-binary.ts': processes,
  'consensus/comet/process/supervisor.ts': processes,
  'node/idle-collection.ts': 'looks at the heap of the process, which no simulator has',
  'primitives/guarded-worker.ts': 'the threads of the real machine',
  'primitives/machine.ts': 'the real machine, and what replaces it',
  'rpc/debug/gc-stats.ts': 'repeats what V8 says of its collections',
  'rpc/debug/memory-methods.ts': 'says how much memory the process has',
};

test('time, chance and threads come from primitives/machine.ts, so that a simulator can give them', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) =>
        /\.tsx?$/.test(name) && !/\.test\.ts$|^explorer\/page\/|^e2e\/|(?:^|\/)(?:testing|assembly)\//.test(name),
    );
  assert.ok(files.length > 500);
  const using = files.filter(
    (file) => usesOfMachine({ file, text: readFileSync(join(root, file), 'utf8') }).length > 0,
  );
  assert.deepEqual(using.sort(), Object.keys(adapters), 'import it from primitives/machine.ts');
});

test('each use of a clock, timer, random number, thread or process of the real machine is found, and nothing else', () => {
  const own = 'let bytes, cell, ed25519, kind, look, program, request, seconds, settle, start, stop, text, timer;';
  const usesIn = (code: string): string[] => usesOfMachine({ file: 'a.ts', text: `${own}\n${code}` });
  for (const [code, use] of [
    ['const now = Date.now();', 'Date.now'],
    ['const now = Date.now;', 'Date.now'],
    ['const now = new Date();', 'new Date()'],
    ['const now = new Date;', 'new Date'],
    ['const now = Date();', 'Date'],
    ['const { [Date.now()]: first } = start;', 'Date.now'],
    ["const now = Temporal.Now['instant']();", 'Temporal.Now'],
    ['const at = performance.now();', 'performance.now'],
    ['const at = performance.timeOrigin;', 'performance.timeOrigin'],
    ['const { now } = performance;', 'performance'],
    ['const at = process.hrtime.bigint();', 'process.hrtime'],
    ['const { user } = process.cpuUsage();', 'process.cpuUsage'],
    ['const at = process.uptime();', 'process.uptime'],
    ['const { rss } = process.memoryUsage();', 'process.memoryUsage'],
    ["const { uptime } = process.getBuiltinModule('os');", 'process.getBuiltinModule'],
    ["import { uptime } from 'node:os';", 'uptime of node:os'],
    ["import * as os from 'os';", 'all of os'],
    ['const timer = setTimeout(stop, 5);', 'setTimeout'],
    ['const timer = globalThis.setTimeout(stop, 5);', 'globalThis.setTimeout'],
    ['start({ nextIteration: setImmediate });', 'setImmediate'],
    ["import { clearTimeout } from '../primitives/machine.ts';\nsetInterval(look, 5);", 'setInterval'],
    ["import { setTimeout } from '../primitives/machine.ts';\nclearTimeout(timer);", 'clearTimeout'],
    ["import timers from 'timers';", 'all of timers'],
    ["import { scheduler } from 'node:timers/promises';", 'scheduler of node:timers/promises'],
    ["const { scheduler } = await import('node:timers/promises');", 'all of node:timers/promises'],
    ["export * from 'node:timers';", 'all of node:timers'],
    ['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ['Atomics.wait(cell, 0, 0);', 'Atomics.wait'],
    ['const registry = new FinalizationRegistry(stop);', 'new FinalizationRegistry(stop)'],
    ['const one = Math.random();', 'Math.random'],
    ["const one = Math['random']();", "Math['random']"],
    ['const { min, random } = Math;', 'Math'],
    ["import { randomBytes } from 'node:crypto';", 'randomBytes of node:crypto'],
    ["import { webcrypto } from 'node:crypto';", 'webcrypto of node:crypto'],
    ["import { randomBytes } from '@noble/hashes/utils.js';", 'randomBytes of @noble/hashes/utils.js'],
    ['const id = crypto.randomUUID();', 'crypto.randomUUID'],
    ['const key = ed25519.utils.randomSecretKey();', 'ed25519.utils.randomSecretKey'],
    ['const { keygen } = ed25519;', 'keygen'],
    ['const key = ed25519.keygen();', 'ed25519.keygen'],
    ["import { Worker } from 'node:worker_threads';", 'Worker of node:worker_threads'],
    [
      "import { GuardedWorker } from '../primitives/guarded-worker.ts';",
      'GuardedWorker of ../primitives/guarded-worker.ts',
    ],
    ['class Thread extends Worker {}', 'Worker'],
    ['const thread = new SharedWorker(program);', 'new SharedWorker(program)'],
    ['const { port1, port2 } = new MessageChannel();', 'new MessageChannel()'],
    ["import { spawn } from 'node:child_process';", 'spawn of node:child_process'],
    ['const found = eval(text);', 'eval'],
  ] as const)
    assert.deepEqual(usesIn(code), [use], code);
  for (const code of [
    "import { clearTimeout, setTimeout } from '../primitives/machine.ts';\nclearTimeout(setTimeout(stop, 5));",
    "import { randomBytes } from '../primitives/machine.ts';\nconst key = randomBytes(32);",
    "import { createHash } from 'node:crypto';\nimport type { Worker } from 'node:worker_threads';",
    'request.socket.setTimeout(0);',
    'const day = new Date(seconds * 1_000);',
    'const isDay = (day: Date | Worker) => day instanceof Date;',
    'const setTimeouts = { setTimeout: 1 };',
    'const floor = Math.floor(seconds);',
    'queueMicrotask(() => settle(structuredClone(kind)));', // which come when promises do
  ])
    assert.deepEqual(usesIn(code), [], code);
});
