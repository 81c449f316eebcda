import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutated } from './mutant-loader.ts';
import { mutants } from './mutants.ts';

test('each mutant changes one place of the node as it is', () => {
  assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
  for (const mutant of mutants) {
    const text = readFileSync(new URL(`../../../${mutant.file}`, import.meta.url), 'utf8');
    assert.notEqual(mutated(text, mutant), text, mutant.name);
  }
});
