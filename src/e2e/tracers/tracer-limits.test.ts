import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hungryResults } from '../../testing/interfaces/hungry-tracers.ts';
import { contract, startTracerNode } from './tracer-node.ts';

/** A tracer whose result() is this. */
const result = (expression: string) => `{ fault() {}, result() { return ${expression} } }`;

test('what a tracer throws reaches the client, and the thread survives', { timeout: 600_000 }, async (t) => {
  const { code, trace, traceFault } = await startTracerNode(t, { 'json-rpc.execution-threads': '1' });
  await code(contract, 1, 'POP', 'STOP');
  const within = (name: string) => `    in server-side tracer function '${name}'`;
  const cases: readonly (readonly [tracer: string, error: string])[] = [
    ['{ a', "-32000 SyntaxError: expecting '}'"],
    ['no.such', "-32000 ReferenceError: 'no' is not defined"],
    ['{ result() {} }', '-32000 trace object must expose a function fault()'],
    ['{ fault() {} }', '-32000 trace object must expose a function result()'],
    [
      '{ fault() {}, result() {}, enter() {} }',
      '-32000 trace object must expose either both or none of enter() and exit()',
    ],
    ['{ fault() {}, get result() { throw new Error("no") } }', '-32000 Error: no'],
    [result('missing'), `-32000 ReferenceError: 'missing' is not defined${within('result')}`],
    [result('[].reduce()'), `-32000 TypeError: not a function${within('result')}`],
    [
      '{ fault() {}, result() { throw { get name() { throw 1 } } } }',
      `-32000 an error that has no text${within('result')}`,
    ],
    ['{ fault() {}, result() { throw null } }', `-32000 null${within('result')}`],
    [result('(function f() { return f() + 1 })()'), `-32000 InternalError: stack overflow${within('result')}`],
    [
      '{ step(log) { try { log.stack.peek(5) } catch {} }, fault() {}, result() {} }',
      `-32000 tracer accessed out of bound stack: size 0, index 5${within('step')}`,
    ],
    [
      '{ step(log) { log.memory.slice(5, 1) }, fault() {}, result() {} }',
      '-32000 tracer accessed out of bound memory: offset 5, end 1',
    ],
    [result('toHex(1)'), `-32000 invalid buffer type${within('result')}`],
  ];
  for (const [tracer, error] of cases) assert.equal((await traceFault(tracer)).slice(0, error.length), error, tracer);
  // what it does to prototypes is its own
  const changesPrototypes =
    '{ fault() {}, result() { Array.prototype.push = Uint8Array.prototype.slice = JSON.stringify = null; return 1 } }';
  assert.equal(await trace(changesPrototypes), 1);
  assert.equal(await trace(result('[1].concat(2).length')), 2);
  assert.deepEqual(await trace(result('undefined')), {}); // as go-ethereum writes it
});

test('time, memory, size and steps of a tracer are limited', { timeout: 600_000 }, async (t) => {
  const { code, trace, traceFault } = await startTracerNode(t, {
    'json-rpc.execution-threads': '1',
    'json-rpc.js-tracer-memory': '8',
    'json-rpc.js-tracer-max-steps': '10',
    'json-rpc.js-tracer-max-source': '300',
    'json-rpc.max-trace-bytes': '100000',
  });
  await code(contract, 1, 'POP', 'STOP');
  const shortTimeout = { timeout: '200ms' };
  const aborted = '-32000 execution aborted (timeout = 0.2s)';
  assert.equal(await traceFault('{ step() { for (;;) {} }, fault() {}, result() {} }', shortTimeout), aborted);
  assert.equal(await traceFault(result('/^(a+)+$/.test("a".repeat(40) + "b")'), shortTimeout), aborted);
  assert.equal(
    await traceFault('{ fault() {}, setup() { for (;;) try { for (;;) {} } catch {} }, result() {} }', shortTimeout),
    aborted,
  );
  assert.equal(await traceFault(result('({ toJSON() { for (;;) {} } })'), shortTimeout), aborted);
  const memory = '-32005 the tracer needs more memory than json-rpc.js-tracer-memory (8 MB)';
  assert.equal(await traceFault(result('"x".repeat(1e8)')), memory);
  assert.equal(await traceFault(result('new Uint8Array(1e8)')), memory);
  assert.equal(await traceFault('{ fault() {}, result() { for (var all = []; ; ) all.push({}) } }'), memory);
  for (const body of hungryResults.slice(0, 6)) {
    if (body.includes('s += s')) continue; // QuickJS limits the length of a text first
    assert.equal(await traceFault(`{ fault() {}, result() { ${body} } }`), memory, body);
  }
  const slices = '{ all: [], step(log) { for (;;) this.all.push(log.memory.slice(0, 1e6)) }, fault() {}, result() {} }';
  assert.equal(await traceFault(slices), memory);
  const tooLong = /^-32005 the trace is larger than json-rpc.max-trace-bytes \(100000\)/;
  assert.match(await traceFault(result('"x".repeat(60000)')), tooLong);
  assert.match(
    await traceFault(result(`1 /*${'*'.repeat(300)}*/`)),
    /^-32005 the tracer has \d+ bytes: json-rpc.js-tracer-max-source is 300$/,
  );
  await code(contract, ...Array.from({ length: 11 }, () => 'JUMPDEST' as const));
  const steps = '{ step() {}, fault() {}, result() { return 1 } }';
  assert.equal(await traceFault(steps), '-32005 there are more instructions than json-rpc.js-tracer-max-steps (10)');
  await code(contract, ...Array.from({ length: 9 }, () => 'JUMPDEST' as const));
  assert.equal(await trace(steps), 1);
});

test('a tracer that does not react keeps nobody waiting but its client', { timeout: 600_000 }, async (t) => {
  const { code, trace, traceFault } = await startTracerNode(t, {
    'json-rpc.execution-threads': '1',
    'json-rpc.js-tracer-timeout': '3s',
  });
  await code(contract, 'STOP');
  await Promise.all([trace(result('1')), trace('opcountTracer')]); // both threads have started
  const order: string[] = [];
  const noted = async <T>(name: string, promise: Promise<T>) => {
    const value = await promise;
    order.push(name);
    return value;
  };
  // a built-in function of QuickJS that does not ask whether to end
  const stuck = (count: number) => noted('stuck', traceFault(result(`Array(2 ** 32 - ${count}).join('x')`)));
  const [first, second, count] = await Promise.all([stuck(1), stuck(2), noted('other', trace('opcountTracer'))]);
  assert.deepEqual(order, ['other', 'stuck', 'stuck']);
  const error = '-32005 the tracer ran longer than json-rpc.js-tracer-timeout (3s)';
  assert.deepEqual([first, second, count], [error, error, 1]);
  assert.equal(await trace(result('1')), 1);
});

test('without threads there are no tracers in JavaScript', async (t) => {
  const { code, trace, traceFault } = await startTracerNode(t, { 'json-rpc.execution-threads': '0' });
  await code(contract, 'STOP');
  const error = '-32000 tracers in JavaScript run in threads only: json-rpc.execution-threads is 0';
  assert.equal(await traceFault(result('1')), error);
  assert.equal(await trace('opcountTracer'), 1);
});
