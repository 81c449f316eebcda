import { parseAmount } from '../../primitives/units.ts';
import type { CommandInput, Report } from '../command.ts';
import { accountOf, argumentOf, homeOf, parsed } from '../input.ts';
import { developmentKey, findKey } from '../keys/key-folder.ts';
import { decryptKey } from '../keys/keystore.ts';
import { currentPassword } from '../keys/password.ts';
import { sendTransfer } from '../send-transaction.ts';

/** Sends QOR from a stored key or a development account. */
export async function run(input: CommandInput): Promise<Report> {
  const to = accountOf(argumentOf(input, 'to'));
  const amount = parsed(parseAmount, argumentOf(input, 'amount'));
  const { from = '' } = input.options;
  const privateKey = developmentKey(from) ?? (await openKey(input, from));
  return sendTransfer(input, { to, amount, privateKey });
}

async function openKey(input: CommandInput, from: string): Promise<Uint8Array> {
  const { name, keystore } = findKey(homeOf(input).keyFolder, from);
  return decryptKey(keystore, await currentPassword(input, name));
}
