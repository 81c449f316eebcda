import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SpawnedNode } from '#qord/testing/spawn-node.ts';
import type { Attack } from './attack.ts';
import { type AttackRequest, parseResponseCounts, type ResponseCounts } from './attacker-messages.ts';
import { type ClientReport, WellBehavedClient } from './client.ts';
import { type FigureGrowth, GrowthSampler } from './growth.ts';
import { MemorySampler, processorWaitTime } from './memory.ts';
import { withNode } from './with-node.ts';

const attackersFile = fileURLToPath(new URL('./attackers.js', import.meta.url));
const warmUp = 4_000;
/** Milliseconds between two lines about a steady load. */
const reportEveryMs = 120_000;
/** Milliseconds from the end of the attack to the measurement of memory. */
const recoveryMs = 10_000;
/** Megabytes that an attack may leave behind; of one that leaves more, a second attack shows whether it leaves as much again. */
export const maxLeftMegabytes = 150;

/** Result of an attack. Memory in megabytes. */
export type Outcome = {
  readonly client: ClientReport;
  readonly memory: {
    readonly before: number;
    readonly peak: number;
    readonly after: number;
    /** after the same attack once more; undefined unless the first left much behind */
    readonly afterSecond: number | undefined;
  };
  /** share of the time for which the node waited for a processor; the result is unreliable when it is large */
  readonly waited: number;
  /** milliseconds of processor time for which the main thread of the node served nobody else; undefined where unknown */
  readonly longestTurnMs: number | undefined;
  readonly responses: ResponseCounts;
  /** how the node ended unexpectedly, with the end of its output */
  readonly unexpectedEnd: string | undefined;
  /** how what it keeps developed, and the tables that did not empty; only of a steady load */
  readonly growth: readonly FigureGrowth[];
  readonly leftovers: readonly string[];
  /** errors in its log */
  readonly loggedErrors: readonly string[];
};

/** Runs an attack against a new node with default settings while a well-behaved client uses it. */
export function runAttack(name: string, attack: Attack, seconds: number): Promise<Outcome> {
  return withNode(attack, (node) => observe(node, name, attack, seconds));
}

async function observe(node: SpawnedNode, name: string, attack: Attack, seconds: number): Promise<Outcome> {
  const { process: child, urls, records } = node;
  const client = await WellBehavedClient.start(urls);
  const watch = new MemorySampler(child.pid ?? 0);
  await sleep(warmUp);
  client.restartMeasuring();
  child.kill('SIGUSR2'); // what is reported now is the start, however slow the machine is
  const before = watch.now();
  const began = { at: performance.now(), waited: processorWaitTime(child.pid ?? 0) };
  const sampler = attack.isSteady ? new GrowthSampler(child.pid ?? 0, urls.metrics ?? '', 1_000) : undefined;
  const progress = setInterval(
    () => sampler && console.error(`${new Date().toISOString()} ${sampler.newest()}`),
    reportEveryMs,
  );
  const disturbance = attack.disturbHost?.(node);
  const responses = await runAttackers({ name, urls }, seconds);
  await disturbance;
  clearInterval(progress);
  const growth = sampler?.stop() ?? [];
  const waited = (processorWaitTime(child.pid ?? 0) - began.waited) / (performance.now() - began.at);
  await sleep(recoveryMs);
  const after = watch.now();
  const isRepeated = after - before > maxLeftMegabytes && attack.isSteady !== true;
  if (isRepeated) {
    await runAttackers({ name, urls }, seconds);
    await sleep(recoveryMs);
  }
  const afterAll = watch.now();
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const report = await client.stop(hasEnded);
  watch.stop();
  const leftovers = hasEnded ? [] : ((await sampler?.leftovers()) ?? []);
  const unexpectedEnd = hasEnded
    ? `${child.signalCode ?? `exit ${child.exitCode}`} ${node.errorOutput().slice(-600)}`
    : undefined;
  if (!hasEnded) await node.stop('SIGTERM');
  const loggedErrors = records.filter(({ level }) => level === 'error').map((record) => JSON.stringify(record));
  return {
    client: report,
    memory: { before, peak: watch.peak, after, afterSecond: isRepeated ? afterAll : undefined },
    waited,
    longestTurnMs: longestTurnIn(node.errorOutput()),
    responses,
    unexpectedEnd,
    growth,
    leftovers,
    loggedErrors,
  };
}

/** A process of attackers, stopped after the time; it has a low priority, since real attackers use another machine. */
async function runAttackers(start: AttackRequest, seconds: number): Promise<ResponseCounts> {
  const attackers = fork(attackersFile, { execArgv: ['--enable-source-maps', '--max-old-space-size=4096'] });
  if (attackers.pid !== undefined) setPriority(attackers.pid, constants.priority.PRIORITY_LOW);
  const message = once(attackers, 'message').catch(() => [[]]);
  const ended = once(attackers, 'exit').then(() => [[]]);
  attackers.send(start);
  const responses = Promise.race([message, ended]);
  const leave = setTimeout(() => attackers.connected && attackers.send('leave'), seconds * 1000);
  const kill = setTimeout(() => attackers.kill('SIGKILL'), (seconds + 5) * 1000);
  try {
    const [message] = await responses;
    return parseResponseCounts(message);
  } finally {
    clearTimeout(leave);
    clearTimeout(kill);
    attackers.kill('SIGKILL');
  }
}

/** What `turn-times` has reported after the start. */
function longestTurnIn(errorOutput: string): number | undefined {
  const [, ...reports] = [...errorOutput.matchAll(/longest turn: (\d+) ms/g)].map(([, text]) => Number(text));
  return reports.at(-1);
}
