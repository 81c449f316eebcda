import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { limitHeapGrowth } from '../cli/heap-flags.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { bytecodeFile, loadProgram } from './load-program.ts';

test('the build keeps bytecode of the command line that this version of Node takes', () => {
  assert.equal(loadProgram(new URL('../program/cli.cjs', import.meta.url)).isFromBytecode, true);
});

test('the build keeps bytecode of the threads that a node with its flags takes', () => {
  limitHeapGrowth();
  for (const name of ['execution-worker', 'block-worker']) {
    assert.equal(loadProgram(new URL(`../program/${name}.cjs`, import.meta.url)).isFromBytecode, true, name);
  }
});

test('a program runs without bytecode, and with bytecode that is damaged', async (t) => {
  const folder = temporaryFolder(t);
  const kept = readFileSync(bytecodeFile(new URL('../program/cli.cjs', import.meta.url)));
  const files = [undefined, Buffer.alloc(0), kept.subarray(0, 20), kept, Buffer.alloc(kept.length, 7)];
  for (const [index, bytecode] of files.entries()) {
    const bundle = pathToFileURL(join(folder, `bundle-${index}.cjs`));
    writeFileSync(
      bundle,
      `exports.runCli = async (words) => words.length + require('node:path').basename('${index}').length;`,
    );
    if (bytecode !== undefined) writeFileSync(bytecodeFile(bundle), bytecode); // that of another program at best
    const { isFromBytecode, exports } = loadProgram<{ runCli(words: string[]): Promise<number> }>(bundle);
    assert.deepEqual([isFromBytecode, await exports.runCli(['start'])], [false, 2]);
  }
});
