import { existsSync } from 'node:fs';
import { createEngineContexts } from './engine-contexts.ts';
import { jsonFiles } from './json-files.ts';
import { runFile } from './run-file.ts';
import { Summary } from './summary.ts';

const usage = `Runs the official Ethereum tests found below the given folders or files.

  npm run test:official -- <folder>…

Files are recognised by their content: GeneralStateTests, TransactionTests, RLPTests, TrieTests.
Variants of the forks that the engine supports are run; the others are counted as skipped.
Exit codes: 0 all passed, 1 a failure or nothing to run, 2 wrong usage.`;

/** Returns the exit code. */
function main(args: readonly string[]): number {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    return 0;
  }
  const fault = usageFault(args);
  if (fault !== undefined) {
    console.error(`test:official: ${fault}; see npm run test:official -- --help`);
    return 2;
  }
  const started = performance.now();
  const contextFor = createEngineContexts();
  const files = args.flatMap(jsonFiles);
  const summary = new Summary(console.log);
  for (const file of files) for (const result of runFile(file, contextFor)) summary.add(file, result);
  summary.print(files.length, (performance.now() - started) / 1000);
  return summary.isClean ? 0 : 1;
}

function usageFault(args: readonly string[]): string | undefined {
  if (args.length === 0) return 'name one or more folders of official tests';
  const absent = args.find((word) => !existsSync(word));
  if (absent === undefined) return undefined;
  return absent.startsWith('-') ? `unknown option ${absent}` : `${absent} does not exist`;
}

process.exitCode = main(process.argv.slice(2));
