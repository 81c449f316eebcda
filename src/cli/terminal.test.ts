import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
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
  assert.equal(String(errors.read()), 'Password: \n');
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
