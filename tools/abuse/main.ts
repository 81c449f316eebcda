import { cpus } from 'node:os';
import { seededRandom } from '#qord/testing/random/seeded-random.ts';
import { killRepeatedly } from '../crash/kill-repeatedly.ts';
import { type AbuseOptions, abuseUsage, defaultSeconds, parseAbuseOptions } from './abuse-options.ts';
import { attacks } from './attacks.ts';
import { measurePieces, type Piece } from './pieces/measure-pieces.ts';
import { printOutcome } from './report.ts';
import { fuzzNode } from './requests/fuzz-node.ts';
import { runAttack } from './run-attack.ts';
import { withNode } from './with-node.ts';

/** Most milliseconds of the main thread for one request in one piece. */
const longestPieceMs = 100;

const special: Readonly<Record<string, (options: AbuseOptions) => Promise<boolean>>> = { fuzz, kill, pieces };

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: AbuseOptions | 'help';
  try {
    options = parseAbuseOptions(args);
  } catch (error) {
    console.error(`abuse: ${error instanceof Error ? error.message : error}; see npm run abuse -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(abuseUsage());
    return 0;
  }
  console.log(`# ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  let areAllMet = true;
  for (const name of options.names) {
    const isMet = await (special[name]?.(options) ?? attackWith(name, options)).catch((error: unknown) => {
      console.error(`abuse: ${name} has failed: ${error instanceof Error ? error.message : error}`);
      return false;
    });
    areAllMet &&= isMet;
  }
  return areAllMet ? 0 : 1;
}

async function attackWith(name: string, options: AbuseOptions): Promise<boolean> {
  const attack = attacks[name];
  if (attack === undefined) return false;
  const seconds = options.seconds ?? attack.seconds ?? defaultSeconds.attack;
  return printOutcome(name, await runAttack(name, attack, seconds), attack.forbidden);
}

/** Prints the findings, and returns whether there are none. */
async function fuzz({ seconds = defaultSeconds.fuzz, seed }: AbuseOptions): Promise<boolean> {
  const limits = { seed, seconds, messages: Number.POSITIVE_INFINITY };
  const { messages, results, findings } = await withNode({}, (node) => fuzzNode(node, limits));
  console.log(`\n## fuzz\n\n${messages} messages, ${results} with results, ${findings.length} findings, seed ${seed}`);
  for (const { interface: name, message, fault } of findings) {
    console.log(`\n${name}: ${fault.slice(0, 800)}\n  ${message.slice(0, 2_000)}`);
  }
  return findings.length === 0;
}

/** Prints what the node kept, and returns whether that is everything it had reported. */
async function kill({ rounds, seed }: AbuseOptions): Promise<boolean> {
  console.log('\n## kill\n');
  try {
    const { height, blocks, receipts, logs } = await killRepeatedly(seededRandom(seed), rounds);
    const examined = `${receipts} receipts and ${logs} logs examined`;
    console.log(`${rounds} kills, ${height} blocks, ${blocks} of them reported, ${examined}, seed ${seed}`);
    return true;
  } catch (error) {
    console.log(error);
    return false;
  }
}

/** Prints the methods with the longest pieces of the main thread, and returns whether all are within the goal. */
async function pieces({ seed, blocks, only }: AbuseOptions): Promise<boolean> {
  console.log('\n## pieces\n');
  const size = { blocks, accounts: 5_000, pool: 33_000 };
  const measured: Piece[] = [];
  const onPiece = (piece: Piece) => {
    const { method, milliseconds, collectionMs, error } = piece;
    measured.push(piece);
    if (error !== undefined) console.error(`${method} failed: ${error}`);
    if (milliseconds > longestPieceMs / 2)
      console.error(`${new Date().toISOString()} ${milliseconds} ms (collections ${collectionMs}) ${method}`);
  };
  try {
    await withNode({}, (node) => measurePieces(node, { seed, only, onPiece, ...size }));
  } finally {
    console.log(`${measured.length} methods on a node with ${JSON.stringify(size)}, seed ${seed}; the longest, in ms:`);
    measured.sort((left, right) => right.milliseconds - left.milliseconds);
    for (const { method, milliseconds, collectionMs } of measured.slice(0, 40))
      console.log(
        `  ${String(milliseconds).padStart(6)} (collections ${collectionMs})  ${method}${milliseconds > longestPieceMs ? '  NO' : ''}`,
      );
  }
  return (
    measured.length > 0 &&
    measured.every(({ milliseconds, error }) => milliseconds <= longestPieceMs && error === undefined)
  );
}

process.exitCode = await main(process.argv.slice(2));
