import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import type { ContextFor } from './engine-contexts.ts';
import { type CheckResult, failed, skipped } from './result.ts';
import { rlpTestSchema, runRlpTest } from './rlp-tests.ts';
import { stateTestSchema } from './state-test-file.ts';
import { runStateTest } from './state-tests.ts';
import { runTransactionTest, transactionTestSchema } from './transaction-tests.ts';
import { runTrieTest, trieTestSchema } from './trie-tests.ts';

/** Runs every test of a file. Its members tell the kind of test. */
export function runFile(path: string, contextFor: ContextFor): CheckResult[] {
  const content = parseJson(readFileSync(path, 'utf8'));
  if (content === undefined) return [failed(basename(path), 'not JSON')];
  const tests = z.record(z.string(), z.unknown()).safeParse(content);
  if (!tests.success) return [skipped(basename(path), 'not a file of tests')];
  return Object.entries(tests.data).flatMap(([name, test]) => runTest(path, name, test, contextFor));
}

/** undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function runTest(path: string, name: string, test: unknown, contextFor: ContextFor): CheckResult[] {
  const members = test !== null && typeof test === 'object' ? Object.keys(test) : [];
  const has = (...names: string[]) => names.every((member) => members.includes(member));
  if (has('pre', 'post', 'transaction'))
    return read(name, stateTestSchema, test, (it) => runStateTest(name, it, contextFor));
  if (has('txbytes', 'result')) return read(name, transactionTestSchema, test, (it) => runTransactionTest(name, it));
  if (has('in', 'out')) return read(name, rlpTestSchema, test, (it) => [runRlpTest(name, it)]);
  if (has('in', 'root')) return read(name, trieTestSchema, test, (it) => [runTrieTest(name, it, isSecure(path))]);
  return [skipped(name, 'a kind of test that does not apply')];
}

function read<T>(name: string, schema: z.ZodType<T>, test: unknown, run: (test: T) => CheckResult[]): CheckResult[] {
  const parsed = schema.safeParse(test);
  return parsed.success ? run(parsed.data) : [failed(name, z.prettifyError(parsed.error))];
}

/** Secure tries hash their keys; the file name says which files mean those. */
function isSecure(path: string): boolean {
  return /secure/i.test(basename(path));
}
