import type { Chain } from '../../chain/chain.ts';
import { consoleText } from '../../evm/console/console-text.ts';
import type { Prints } from '../../kernel/prints.ts';
import type { DevelopmentOptions } from '../../rpc/development/options.ts';
import type { PrintListener } from '../../rpc/execution/job.ts';
import type { Log } from './create-log.ts';
import { plainText } from './plain-text.ts';

/** Lines of one execution, and of one block: each takes some microseconds, and a text may be nothing but ends of lines. */
const maxLines = 1024;
const maxBlockLines = 4096;

/** Logs what the transactions of each block passed to console.log. */
export function logPrints(chain: Chain, log: Log): void {
  chain.onBlock({ kind: 'client', name: 'log of prints' }, ({ block: { transactions }, prints = [] }) => {
    let left = maxBlockLines;
    for (const { transactionIndex, prints: printed } of prints)
      left -= writePrints(log, printed, { tx: transactions[transactionIndex]?.hash }, Math.min(left, maxLines));
  });
}

/** What logs the prints of calls and estimates; undefined when the configuration silences it. */
export function callPrinter(options: DevelopmentOptions, log: Log): PrintListener | undefined {
  if (!options['print-logs']) return undefined;
  return ({ kind, request }, prints) => writePrints(log, prints, { in: methods[kind] ?? kind, ...targetOf(request) });
}

/** The names of methods whose executions print. */
const methods: Readonly<Record<string, string>> = { call: 'eth_call', estimateGas: 'eth_estimateGas' };

function targetOf(request: object): { readonly to?: unknown } {
  if (!('call' in request) || typeof request.call !== 'object' || request.call === null) return {};
  return 'to' in request.call && request.call.to !== undefined ? { to: request.call.to } : {};
}

/**
 * A line of the log for each line of text: what a contract prints cannot pass for a line of the node. Returns how many
 * there were, at most `most`, without the one that says what is left out.
 */
function writePrints(
  log: Log,
  { inputs, leftOut }: Prints,
  place: Readonly<Record<string, unknown>>,
  most = maxLines,
): number {
  const lines = log.child({ part: 'console' });
  let written = 0;
  let calls = leftOut;
  for (const input of inputs) {
    const texts = written < most ? consoleText(input).split(/\r?\n/, most - written + 1) : [];
    const shown = texts.slice(0, most - written);
    for (const text of shown) lines.info(place, plainText(text));
    written += shown.length;
    if (shown.length < texts.length || texts.length === 0) calls++;
  }
  if (calls > 0) lines.info(place, `${calls} more calls of console.log are not shown`);
  return written;
}
