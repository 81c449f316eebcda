import * as z from 'zod';
import { parseAddress, toChecksum } from '../../primitives/address.ts';
import { parseHash } from '../../primitives/hash.ts';
import { formatQor } from '../../primitives/units.ts';
import { receiptSchema, transactionSchema } from '../chain-shapes.ts';
import { openClient } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { parsed, requiredArgument } from '../input.ts';
import { receiptLines } from '../receipt-text.ts';

/** Shows a transaction; --json prints the transaction and receipt objects of the node. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const hash = parsed(parseHash, requiredArgument(input, 'hash'));
  const client = openClient(input);
  const transaction = await client.call('eth_getTransactionByHash', [hash], z.unknown());
  if (transaction === null) throw new CliError('failure', `there is no transaction ${hash}`);
  const receipt = await client.call('eth_getTransactionReceipt', [hash], z.unknown());
  const { from, to, value, nonce } = transactionSchema.parse(transaction);
  const outcome = receipt === null ? ['status    waits for a block'] : receiptLines(receiptSchema.parse(receipt));
  const text = [
    `hash      ${hash}`,
    `from      ${toChecksum(parseAddress(from))}, nonce ${nonce}`,
    `to        ${to === null ? 'creates a contract' : toChecksum(parseAddress(to))}`,
    `value     ${value} wei (${formatQor(value)} QOR)`,
    ...outcome,
  ];
  return { json: { transaction, receipt }, text: text.join('\n') };
}
