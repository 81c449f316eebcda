import { existsSync } from 'node:fs';
import { createEngineContexts } from '../engine-contexts.ts';
import { jsonFiles } from './json-files.ts';
import { runFile } from './run-file.ts';
import { Summary } from './summary.ts';

const usage = `Runs the official Ethereum tests found below the given folders or files.

  npm run test:official -- <folder>…

Files are recognised by what is in them: GeneralStateTests, TransactionTests, RLPTests, TrieTests.
Of each, the variants of the forks that the engine knows are run; the others are counted as skipped.
Exit codes: 0 all passed, 1 a failure or nothing to run, 2 wrong use.`;

/** Answers the exit code. */
function main(words: readonly string[]): number {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    return 0;
  }
  const fault = usageFault(words);
  if (fault !== undefined) {
    console.error(`test:official: ${fault}; see npm run test:official -- --help`);
    return 2;
  }
  const started = performance.now();
  const contextFor = createEngineContexts();
  const files = words.flatMap(jsonFiles);
  const summary = new Summary(console.log);
  for (const file of files) for (const result of runFile(file, contextFor)) summary.add(file, result);
  summary.print(files.length, (performance.now() - started) / 1000);
  return summary.isClean ? 0 : 1;
}

function usageFault(words: readonly string[]): string | undefined {
  if (words.length === 0) return 'name one or more folders of official tests';
  const absent = words.find((word) => !existsSync(word));
  if (absent === undefined) return undefined;
  return absent.startsWith('-') ? `unknown option ${absent}` : `${absent} does not exist`;
}

process.exitCode = main(process.argv.slice(2));
