import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bytecodeFile, loadProgram } from './load-program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('the build keeps bytecode of the command line that this version of Node takes', () => {
  assert.equal(loadProgram(new URL('program/cli.cjs', import.meta.url)).isFromBytecode, true);
});

test('a program runs without bytecode, and with bytecode that is damaged', async (t) => {
  const folder = temporaryFolder(t);
  const kept = readFileSync(bytecodeFile(new URL('program/cli.cjs', import.meta.url)));
  const files = [undefined, Buffer.alloc(0), kept.subarray(0, 20), kept, Buffer.alloc(kept.length, 7)];
  for (const [index, bytecode] of files.entries()) {
    const bundle = pathToFileURL(join(folder, `bundle-${index}.cjs`));
    writeFileSync(
      bundle,
      `exports.runCli = async (words) => words.length + require('node:path').basename('${index}').length;`,
    );
    if (bytecode !== undefined) writeFileSync(bytecodeFile(bundle), bytecode); // that of another program at best
    const { isFromBytecode, runCli } = loadProgram(bundle);
    assert.deepEqual([isFromBytecode, await runCli(['start'])], [false, 2]);
  }
});
