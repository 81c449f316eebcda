import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { createModules } from '../../modules/index.ts';
import { shellLine } from './shell-line.ts';

test('a shell splits the line into the same words, for the examples of all calls', () => {
  const modules = createModules();
  const calls = modules.flatMap((module) => [...module.calls, ...module.precompiles.flatMap((each) => each.calls)]);
  const words = [...calls.flatMap(({ example }) => example), '', "it's", '$HOME', 'a\\b', '*'];
  const printed = execFileSync('sh', ['-c', `printf '%s\\n' ${shellLine(words)}`], { encoding: 'utf8' });
  assert.deepEqual(printed.split('\n').slice(0, -1), words);
});
