import { checkPaths } from './check-paths.ts';
import { Difference } from './difference.ts';
import { type PathOptions, parsePathOptions, pathsUsage } from './options.ts';

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: PathOptions | 'help';
  try {
    options = parsePathOptions(args);
  } catch (error) {
    console.error(`paths: ${error instanceof Error ? error.message : error}; see npm run paths -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(pathsUsage);
    return 0;
  }
  try {
    const { rounds, blocks, transactions, questions, comparisons, hasty } = await checkPaths(options, console.log);
    console.log(
      `seed ${options.seed}: ${rounds} rounds, ${blocks} blocks, ${transactions} transactions, ${questions} questions, ${comparisons} comparisons, ${hasty} checks without time, no difference`,
    );
    return 0;
  } catch (error) {
    console.log(error instanceof Difference ? error.message : error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
