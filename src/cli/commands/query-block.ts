import * as z from 'zod';
import { asHash } from '../../primitives/hash.ts';
import { quantity } from '../../primitives/quantity.ts';
import { formatQor } from '../../primitives/units.ts';
import { blockSchema } from '../chain-shapes.ts';
import { openClient } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { printTime } from '../print-time.ts';

/** Shows one block; --json prints the result of eth_getBlockByNumber. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { block: name = 'latest' } = input.arguments;
  const [method, key] =
    asHash(name) === undefined ? ['eth_getBlockByNumber', blockTag(name)] : ['eth_getBlockByHash', name];
  const json = await openClient(input).call(method, [key, false], z.unknown());
  if (json === null) throw new CliError('failure', `there is no block ${name}`);
  const block = blockSchema.parse(json);
  const text = [
    `height        ${block.number}`,
    `hash          ${block.hash}`,
    `time          ${printTime(block.timestamp)}`,
    `base fee      ${block.baseFeePerGas} wei per gas (${formatQor(block.baseFeePerGas)} QOR)`,
    `gas           ${block.gasUsed} of ${block.gasLimit}`,
    `transactions  ${block.transactions.length}`,
    ...block.transactions.map((hash) => `  ${hash}`),
  ];
  return { json, text: text.join('\n') };
}

/** A height in decimal, or `latest` → block parameter of JSON-RPC. */
export function blockTag(text: string): string {
  if (text === 'latest' || text === 'earliest') return text;
  if (/^\d{1,15}$/.test(text)) return quantity(BigInt(text));
  throw new CliError('usage', `${text} is no block: give a height, a hash of 0x and 64 hex digits, or latest`);
}
