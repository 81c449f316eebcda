import type { Chain } from '../../chain/chain.ts';
import { consoleText } from '../../evm/console/console-text.ts';
import type { Prints } from '../../kernel/prints.ts';
import type { DevelopmentOptions } from '../../rpc/development/options.ts';
import type { PrintListener } from '../../rpc/execution/job.ts';
import type { Log } from './create-log.ts';
import { plainText } from './plain-text.ts';

/** Logs what the transactions of each block passed to console.log. */
export function logPrints(chain: Chain, log: Log): void {
  chain.onBlock({ kind: 'client', name: 'log of prints' }, ({ block: { transactions }, prints = [] }) => {
    for (const { transactionIndex, prints: printed } of prints)
      writePrints(log, printed, { tx: transactions[transactionIndex]?.hash });
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

/** A line of the log for each line of text: what a contract prints cannot pass for a line of the node. */
function writePrints(log: Log, { inputs, leftOut }: Prints, place: Readonly<Record<string, unknown>>): void {
  const lines = log.child({ part: 'console' });
  for (const input of inputs) for (const text of consoleText(input).split(/\r?\n/)) lines.info(place, plainText(text));
  if (leftOut > 0) lines.info(place, `${leftOut} more calls of console.log are not shown`);
}
