import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '#qord/testing/random/random.ts';
import { runQord } from '#qord/testing/run-qord.ts';
import { checkExecutions } from './check-executions.ts';
import { checkHistories } from './check-histories.ts';
import { checkLogs, checkLogsOfBlock } from './check-logs.ts';
import { checkProof } from './check-proofs.ts';
import { checkRoots } from './check-roots.ts';
import { checkSvm } from './check-svm.ts';
import { isHasty } from './client.ts';
import { Difference } from './difference.ts';
import { type Block, Ledger } from './ledger.ts';
import { Memory } from './memory.ts';
import type { PathOptions } from './options.ts';
import { PathNode } from './path-node.ts';
import type { Subjects } from './question-rules.ts';
import { randomQuestion } from './questions.ts';
import { SvmLedger } from './svm-ledger.ts';
import { logWishes, Watch } from './watch.ts';
import { svmOnlyKeys, Workload } from './workload.ts';

type PathReport = {
  readonly rounds: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly questions: number;
  readonly comparisons: number;
  /** checks that a node without threads had no time for */
  readonly hasty: number;
};

type Check = Subjects & {
  readonly node: PathNode;
  readonly random: Random;
  readonly svmLedger: SvmLedger;
  readonly memory: Memory;
  /** counted for the report */
  hasty: number;
};

const transactionsPerRound = 40;
const pairsPerRound = 40;
const remembered = 60;

/**
 * Checks until the time or the rounds are over. Throws a Difference with the first one, whose home is kept. `report`
 * prints a line.
 */
export async function checkPaths(
  { minutes, seed, rounds }: PathOptions,
  report: (line: string) => void,
): Promise<PathReport> {
  const home = mkdtempSync(join(tmpdir(), 'qord-paths-'));
  const random = new Random(seed);
  const workload = new Workload(random);
  const node = await PathNode.start(home);
  const check: Check = {
    node,
    random,
    workload,
    ledger: new Ledger(),
    svmLedger: new SvmLedger(),
    memory: new Memory(),
    hasty: 0,
  };
  const deadline = performance.now() + minutes * 60_000;
  let done = 0;
  let last = 'start';
  try {
    for (; done < rounds && (done === 0 || performance.now() < deadline); done++) {
      last = await runRound(check);
      report(
        `round ${done}: block ${check.ledger.head.height}, ${check.memory.comparisons} comparisons, then: ${last}`,
      );
    }
    await node.stop('SIGTERM');
    const { code, stdout, stderr } = await runQord(['verify', '--home', home]);
    if (code !== 0) throw new Difference('what is stored | what qord verify executes', '', stdout + stderr);
    rmSync(home, { recursive: true, force: true });
  } catch (error) {
    const where = `seed ${seed}, round ${done} (before it: ${last}), block ${check.ledger.head.height}, home ${home}`;
    const again = `again: npm run paths -- --seed ${seed} --rounds ${done + 1}`;
    if (error instanceof Difference) error.message += `\n  ${where}\n  ${again}`;
    else if (error instanceof Error) error.message += ` (${where}; ${again})`;
    throw error;
  } finally {
    await node.stop('SIGKILL');
  }
  const { questions, comparisons } = check.memory;
  const { ledger, hasty } = check;
  return {
    rounds: done,
    blocks: ledger.blocks.length,
    transactions: ledger.receipts().length,
    questions,
    comparisons,
    hasty,
  };
}

/** Transactions, questions, a change that changes no answer, and the questions again. Returns what the change was. */
async function runRound(check: Check): Promise<string> {
  const { node, random, memory, ledger } = check;
  await execute(check, transactionsPerRound);
  await ask(check, pairsPerRound);
  await compareRecords(check);
  const change = random.pick(['restart', 'kill', 'blocks', 'revert'] as const);
  const { height } = ledger.head;
  if (change === 'restart' || change === 'kill') await node.restart(change, random);
  if (change === 'blocks') {
    await node.eth('anvil_mine', '0x14');
    await readNew(check);
  }
  if (change === 'revert') {
    const id = await node.eth('evm_snapshot');
    const kept = memory.mark();
    await execute(check, transactionsPerRound / 2);
    await ask(check, pairsPerRound / 4);
    await node.eth('evm_revert', id);
    memory.forgetSince(kept);
    ledger.revert(height);
    check.svmLedger.revert(height);
  }
  await memory.askAgain(node, random, change, ledger.head.height === height);
  memory.endRound(remembered * 8);
  return change;
}

/** Executes transactions while subscribers and filters watch. */
async function execute(check: Check, count: number): Promise<void> {
  const { node, workload, random } = check;
  await readNew(check);
  const logs = check.ledger.receipts().flatMap((receipt) => receipt.logs);
  const watch = await Watch.open(node, logWishes(logs, random));
  const parts = 4;
  for (let part = 0; part < parts; part++) {
    await workload.run(node.eth, count / parts);
    await watch.poll(random);
  }
  await watch.end(await readNew(check));
}

/** Reads the new blocks, executes their transactions again, and returns them. */
async function readNew({ node, workload, ledger, svmLedger }: Check): Promise<readonly Block[]> {
  const blocks = await ledger.read(node.eth);
  for (const block of blocks) {
    if (block.height > 0) await checkExecutions(node.eth, block); // genesis executes nothing
    await checkRoots(node.eth, block.height);
    for (const { contractAddress } of block.receipts)
      if (contractAddress !== null) workload.addContract(contractAddress);
  }
  await svmLedger.read(node.svm, ledger.head.height);
  return blocks;
}

async function ask(check: Check, pairs: number): Promise<void> {
  const { node, random, memory } = check;
  for (let left = pairs; left > 0; left--) {
    const face = random.chance(0.7) ? 'eth' : 'svm';
    const next = () => randomQuestion(random, check, face, node.methods[face]);
    await memory.ask(node.ways[face], [next(), next()], check.ledger.head.height);
  }
}

async function compareRecords(check: Check): Promise<void> {
  const { node, random, ledger, svmLedger, workload } = check;
  for (let left = 8; left > 0; left--) await inTime(check, () => checkLogs(node.eth, ledger, random));
  await checkLogsOfBlock(node.eth, ledger.head);
  for (let left = 6; left > 0; left--) await inTime(check, () => checkProof(node.eth, { ledger, workload }, random));
  await inTime(check, () => checkHistories(node, svmLedger, random, 4));
  const accounts = Array.from({ length: 8 }, () => workload.address());
  await inTime(check, () => checkSvm(node, { ledger, accounts, svmOnly: svmOnlyKeys }, random));
}

/** What a node without threads has no time for, about blocks long ago, is checked at those with other settings. */
async function inTime(check: Check, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isHasty(error)) throw error;
    check.hasty++;
  }
}
