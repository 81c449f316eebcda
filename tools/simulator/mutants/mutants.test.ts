import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutated } from './mutant-loader.ts';
import { mutants } from './mutants.ts';

test('each mutant changes one place of the node as it is', () => {
  for (const [name, mutant] of Object.entries(mutants)) {
    const text = readFileSync(new URL(`../../../${mutant.file}`, import.meta.url), 'utf8');
    assert.notEqual(mutated(text, mutant), text, name);
  }
});
