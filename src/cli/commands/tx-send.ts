import { parseAmount } from '../../primitives/units.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { accountOf, parsed, requiredArgument } from '../input.ts';
import { privateKeyOf } from '../keys/signing-key.ts';
import { sendTransfer } from '../send-transaction.ts';

/** Sends QOR from a stored key or a development account. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const to = accountOf(requiredArgument(input, 'to'));
  const amount = parsed(parseAmount, requiredArgument(input, 'amount'));
  return sendTransfer(input, { to, amount, privateKey: await privateKeyOf(input) });
}
