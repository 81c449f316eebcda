import { parseAmount } from '../../primitives/units.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { accountOf, parsed, requiredArgument } from '../input.ts';
import { developmentKey } from '../keys/key-folder.ts';
import { sendTransfer } from '../send-transaction.ts';

/** Sends from the last development account. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const to = accountOf(requiredArgument(input, 'to'));
  const amount = parsed(parseAmount, input.arguments.amount ?? '100qor');
  const privateKey = developmentKey('dev9');
  if (privateKey === undefined) throw new CliError('failure', 'there are no development accounts');
  return sendTransfer(input, { to, amount, privateKey });
}
