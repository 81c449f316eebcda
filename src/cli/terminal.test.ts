import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { until } from '../testing/until.ts';
import { CliError } from './exit-codes.ts';
import { createTerminal } from './terminal.ts';

/** Streams that behave like a terminal: keys arrive raw, and the output can be read. */
function terminalOf() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => modes.push(on) });
  const output = new PassThrough();
  const errors = Object.assign(new PassThrough(), { isTTY: true });
  return { input, output, errors, modes, terminal: createTerminal({ input, output, errors }) };
}

test('hidden input is not echoed, can be corrected, and restores the terminal', async () => {
  const { input, output, errors, modes, terminal } = terminalOf();
  assert.equal(terminal.isInteractive, true);
  const line = terminal.askHidden('Password: ');
  for (const keys of ['sec', 'rex', '\u007f', 'ät', '\r']) input.write(keys);
  assert.equal(await line, 'secreät');
  errors.end();
  assert.equal(await text(errors), 'Password: \n');
  assert.equal(output.read(), null);
  assert.deepEqual(modes, [true, false]);
});

test('raw mode is on before the prompt is shown', async () => {
  const { input, errors, modes, terminal } = terminalOf();
  const write = errors.write.bind(errors);
  const rawWhenWritten: (boolean | undefined)[] = [];
  errors.write = (text: string) => {
    rawWhenWritten.push(modes.at(-1));
    return write(text);
  };
  const line = terminal.askHidden('Password: ');
  input.write('secret\r');
  await line;
  assert.equal(rawWhenWritten[0], true);
});

test('input for two hidden prompts may be pasted at once', async () => {
  const { input, terminal } = terminalOf();
  input.write('one\r\ntwo\r');
  assert.equal(await terminal.askHidden('Password: '), 'one');
  assert.equal(await terminal.askHidden('Once more: '), 'two');
});

test('Ctrl-C and Ctrl-D cancel a hidden prompt', async () => {
  for (const key of ['\u0003', '\u0004']) {
    const { input, modes, terminal } = terminalOf();
    const line = terminal.askHidden('Password: ');
    input.write(`abc${key}`);
    await assert.rejects(line, new CliError('failure', 'cancelled'));
    assert.deepEqual(modes, [true, false]);
  }
});

test('output ends with the first failure, and finish() returns it', async () => {
  const { output, terminal } = terminalOf();
  assert.equal(await terminal.finish(), undefined);
  const failure = Object.assign(new Error('closed'), { code: 'EPIPE' });
  output.emit('error', failure);
  terminal.print('nobody reads this');
  assert.equal(output.read(), null);
  let made = 0;
  const parts = (async function* () {
    for (; made < 100; made++) yield 'part';
  })();
  await terminal.printParts(parts);
  assert.equal(made, 0);
  assert.equal(await terminal.finish(), failure);
});

test('lines that nobody reads are lost beyond a limit, and counted when somebody reads again', async () => {
  const read: string[] = [];
  let goOn = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _, done) => {
      read.push(line);
      goOn = done;
    },
  });
  const terminal = createTerminal({ input: new PassThrough(), output: stream, errors: new PassThrough() });
  const log = (msg: string) => terminal.write(`${JSON.stringify({ msg })}\n`);
  const kilobytes = 'x'.repeat(4096);
  for (let line = 0; line < 1_200; line++) log(kilobytes);
  const waiting = stream.writableLength;
  assert.ok(waiting > 4 * 2 ** 20 && waiting < 5 * 2 ** 20, String(waiting));
  const isRead = () => {
    goOn();
    return stream.writableLength === 0;
  };
  await until(isRead, 'all that waits');
  log('again');
  await until(isRead, 'the rest');
  const texts = read.map((line): string => JSON.parse(line).msg);
  const lost = Number(/^(\d+) lines of the log are lost: nobody read them$/.exec(texts.at(-2) ?? '')?.[1]);
  assert.equal(texts.at(-1), 'again');
  assert.deepEqual([texts.length - 2 + lost, lost > 0], [1_200, true]);
});
