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

test('no text moves the cursor, colours the terminal, begins a line of its own or turns the direction', () => {
  const text = 'a\u001b[31mb\u0007\r\n12:00:00 block\u009b31m\u202ec\u2028d\u0000\ttab';
  const write = (log: ReturnType<typeof createLog>) => {
    log.info({ path: text, deep: { text } }, text);
    log.error({ err: Object.assign(new Error(text), { stack: `Error: ${text}\n    at x` }) }, 'failed');
  };
  const plain = 'a[31mb12:00:00 block31mcd\ttab';
  const [info = '', error = ''] = linesOf('text', write);
  assert.match(info, /^\d\d:\d\d:\d\d /);
  assert.equal(info.slice(9).split('  ').slice(0, 2).join('|'), `${plain}|path ${plain}`);
  assert.deepEqual(error.split('\n').slice(1), [
    '    Error: a[31mb',
    '    12:00:00 block31mcd\ttab',
    '        at x',
    '',
  ]);
  for (const line of linesOf('json', write)) {
    assert.match(line, /^[\x20-\x7e]+\n$/);
    assert.ok(JSON.stringify(JSON.parse(line)).includes(JSON.stringify(text).slice(1, -1)));
  }
});
