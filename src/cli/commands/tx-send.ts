import { parseAmount } from '../../primitives/units.ts';
import type { CommandInput, Report } from '../command.ts';
import { accountOf, argumentOf, parsed } from '../input.ts';
import { privateKeyOf } from '../keys/signing-key.ts';
import { sendTransfer } from '../send-transaction.ts';

/** Sends QOR from a stored key or a development account. */
export async function run(input: CommandInput): Promise<Report> {
  const to = accountOf(argumentOf(input, 'to'));
  const amount = parsed(parseAmount, argumentOf(input, 'amount'));
  return sendTransfer(input, { to, amount, privateKey: await privateKeyOf(input) });
}
