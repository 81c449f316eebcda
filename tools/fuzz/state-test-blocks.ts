import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Random } from '#qord/testing/random/random.ts';
import { forkNamed } from '../official/forks.ts';
import { jsonFiles } from '../official/json-files.ts';
import { stateCase } from '../official/state-case.ts';
import { type StateTest, stateTestSchema } from '../official/state-test-file.ts';
import type { AgedBlock } from './fuzz-aged.ts';

const ownVectors = fileURLToPath(new URL('../../../src/evm/fixtures/state-tests.json', import.meta.url));
const fileSchema = z.record(z.string(), z.unknown());

/** Blocks of the transactions of state tests: all variants of one test, one after the other. */
export type StateTestBlocks = {
  /** Throws an Error when no file has a test for a fork that the engine supports. */
  pick(random: Random): AgedBlock;
};

/** Of the official tests in a folder; of the vectors of this repository without one. */
export function openStateTestBlocks(folder: string | undefined): StateTestBlocks {
  const files = jsonFiles(folder ?? ownVectors);
  let last: { readonly file: string; readonly blocks: readonly AgedBlock[] } | undefined;
  const blocksOf = (file: string) => {
    if (last?.file !== file) last = { file, blocks: readBlocks(file) };
    return last.blocks;
  };
  return {
    pick: (random) => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const blocks = blocksOf(files[random.below(files.length)] ?? ownVectors);
        const block = blocks[random.below(blocks.length)];
        if (block !== undefined) return block;
      }
      throw new Error(`no state tests in ${folder}`);
    },
  };
}

function readBlocks(file: string): readonly AgedBlock[] {
  const content = fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  const tests = content.success ? Object.values(content.data) : [];
  return tests.flatMap((test) => {
    const parsed = stateTestSchema.safeParse(test);
    return parsed.success ? blocksOf(parsed.data) : [];
  });
}

/** One block for each fork of the test. */
function blocksOf(test: StateTest): AgedBlock[] {
  return Object.entries(test.post).flatMap(([forkName, posts]) => {
    const fork = forkNamed(forkName);
    const [first, ...others] = fork === undefined ? [] : posts.map((post) => stateCase(test, forkName, fork, post));
    return first === undefined ? [] : [{ pre: first.pre, block: first.block, sent: [first, ...others] }];
  });
}
