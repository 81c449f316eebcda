import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './create-log.ts';

function linesOf(format: 'text' | 'json', write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog({ level: 'info', format }, (line) => lines.push(line)));
  return lines;
}

test('text: time, message, fields; level only when it is not info', () => {
  const lines = linesOf('text', (log) => {
    log.info({ txs: 3, gas: 63_000 }, 'block 12');
    log.child({ part: 'rpc' }).warn('open to the network');
    log.debug('not shown');
  });
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d block 12 {2}txs 3 {2}gas 63000\n$/);
  assert.match(lines[1] ?? '', /^\d\d:\d\d:\d\d WARN rpc: open to the network\n$/);
});

test('an error carries its stack', () => {
  const [line = ''] = linesOf('text', (log) => log.error({ err: new Error('boom') }, 'failed'));
  assert.match(line, /ERROR failed\n {4}Error: boom\n {4} {4}at /);
});

test('JSON: one object per line', () => {
  const [line = ''] = linesOf('json', (log) => log.info({ height: 1 }, 'block 1'));
  const { time, ...rest } = JSON.parse(line);
  assert.deepEqual(rest, { level: 'info', height: 1, msg: 'block 1' });
  assert.ok(Date.parse(time) > 0);
});
