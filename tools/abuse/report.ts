import type { FigureGrowth } from './growth.ts';
import { maxLeftMegabytes, type Outcome } from './run-attack.ts';

/** Goals that a node must meet while it is attacked. */
const goals = {
  maxLatency: 500,
  p99Latency: 100,
  headDelayMs: 500,
  longestTurnMs: 100,
  memory: 1024,
  leftBehindBySecond: 75,
};
const maxListed = 8;

type Row = { readonly what: string; readonly value: string; readonly goal: string; readonly isMet: boolean };

/** Prints an outcome beside the goals; returns whether all are met. */
export function printOutcome(name: string, outcome: Outcome, forbidden: RegExp = /^-32603/): boolean {
  const rows = rowsOf(outcome, forbidden);
  console.log(`\n## ${name}\n`);
  const cells = rows.map(({ what, value, goal, isMet }) => [
    what,
    value,
    goal,
    goal === '' ? '' : isMet ? 'yes' : 'NO',
  ]);
  const header = ['what', 'value', 'goal', 'met'];
  const widths = header.map((title, column) =>
    Math.max(...[header, ...cells].map((row) => (row[column] ?? title).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(line(header));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of cells) console.log(line(row));
  for (const [kind, count] of outcome.responses.slice(0, maxListed))
    console.log(`  ${String(count).padStart(7)} × ${kind}`);
  for (const text of [
    ...outcome.leftovers,
    outcome.unexpectedEnd ?? '',
    ...outcome.loggedErrors.slice(0, 3),
    ...outcome.client.lost.slice(0, 3),
  ]) {
    if (text !== '') console.log(`  ! ${text.slice(0, 600)}`);
  }
  return rows.every(({ isMet }) => isMet);
}

function rowsOf(
  { client, memory, waited, longestTurnMs, unexpectedEnd, growth, leftovers, loggedErrors, responses }: Outcome,
  forbidden: RegExp,
): readonly Row[] {
  const { latencies, headDelayMs, lost, transfers, lostTransfers } = client;
  const countOf = (kinds: RegExp) => responses.reduce((sum, [kind, count]) => sum + (kinds.test(kind) ? count : 0), 0);
  return [
    { what: 'eth_blockNumber, p50', value: milliseconds(latencies.quantile(0.5)), goal: '', isMet: true },
    atMost('eth_blockNumber, p99', latencies.quantile(0.99), goals.p99Latency, milliseconds),
    atMost('eth_blockNumber, longest', latencies.max, goals.maxLatency, milliseconds),
    atMost('newHeads, longest delay', headDelayMs, goals.headDelayMs, milliseconds),
    { what: 'kept from a processor', value: `${Math.round(100 * waited)} % of the time`, goal: '', isMet: true },
    longestTurnMs === undefined
      ? { what: turn, value: 'unknown', goal: '', isMet: true }
      : atMost(turn, longestTurnMs, goals.longestTurnMs, milliseconds),
    { what: 'memory before', value: megabytes(memory.before), goal: '', isMet: true },
    atMost('memory, most', memory.peak, goals.memory, megabytes),
    ...leftBehind(memory, growth),
    none('requests lost', lost.length),
    none(`transfers lost (of ${transfers})`, lostTransfers.length),
    none('internal errors', countOf(/^-32603/) + loggedErrors.length),
    none('what must not be responses', countOf(forbidden)),
    none('attacks that failed', countOf(/^attack failed/)),
    none('deaths of the node', unexpectedEnd === undefined ? 0 : 1),
    ...growth.map(grown),
    ...(growth.length === 0 ? [] : [none('tables that did not empty', leftovers.length)]),
  ];
}

function atMost(what: string, value: number, goal: number, format: (value: number) => string): Row {
  return { what, value: format(value), goal: `≤ ${format(goal)}`, isMet: value <= goal };
}

/**
 * A second attack that re-uses what the first has left behind shows that the allocator keeps it, and nothing else. A steady
 * load fills the caches, and whether it leaves ever more behind is seen while it lasts: its memory has to be flat.
 */
function leftBehind({ before, after, afterSecond }: Outcome['memory'], growth: Outcome['growth']): readonly Row[] {
  const what = 'more memory 10 s after';
  const shown = { what, value: megabytes(after - before), goal: '', isMet: true };
  if (growth.length > 0) return [shown];
  if (afterSecond === undefined) return [atMost(what, after - before, maxLeftMegabytes, megabytes)];
  return [shown, atMost('more after a second attack', afterSecond - after, goals.leftBehindBySecond, megabytes)];
}

/** Medians of the second and the last quarter of the time. */
function grown({ name, second, last, isFlat }: FigureGrowth): Row {
  return { what: name, value: `${second.toFixed(1)} → ${last.toFixed(1)}`, goal: 'flat', isMet: isFlat };
}

function none(what: string, count: number): Row {
  return { what, value: String(count), goal: 'none', isMet: count === 0 };
}

/** In processor time, so that it does not depend on other programs. */
const turn = 'longest turn of the node';
const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const megabytes = (value: number) => `${Math.round(value)} MB`;
