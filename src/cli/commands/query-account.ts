import * as z from 'zod';
import { toBase58, toBech32, toChecksum } from '../../primitives/address.ts';
import { hexLength } from '../../primitives/hex.ts';
import { formatQor, weiToLamports, weiToUqor } from '../../primitives/units.ts';
import { type NodeClient, openClient, quantitySchema } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { accountOf, requiredArgument } from '../input.ts';
import { blockTag } from './query-block.ts';

/** Shows balance and nonce of an account in the units of all three interfaces. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const address = accountOf(requiredArgument(input, 'account'));
  const at = blockTag(input.options.height ?? 'latest');
  const client = openClient(input);
  if (input.options.height !== undefined) await requireBlock(client, input.options.height);
  const wei = await client.call('eth_getBalance', [address, at], quantitySchema);
  const nonce = await client.call('eth_getTransactionCount', [address, at], quantitySchema);
  const code = await client.call('eth_getCode', [address, at], z.string());
  const json = {
    evm: toChecksum(address),
    qor: toBech32(address),
    svm: toBase58(address),
    wei,
    uqor: weiToUqor(wei),
    lamports: weiToLamports(wei),
    nonce: Number.isSafeInteger(Number(nonce)) ? Number(nonce) : nonce,
    codeBytes: hexLength(code),
  };
  const text = [
    `EVM      ${json.evm}`,
    `native   ${json.qor}`,
    `SVM      ${json.svm}`,
    `balance  ${formatQor(wei)} QOR = ${json.uqor} uqor = ${json.lamports} lamports = ${wei} wei`,
    `nonce    ${nonce}`,
    ...(json.codeBytes === 0 ? [] : [`code     ${json.codeBytes} bytes`]),
  ];
  return { json, text: text.join('\n') };
}

/** `name`: as --height gives it */
async function requireBlock(client: NodeClient, name: string): Promise<void> {
  const block = await client.call('eth_getBlockByNumber', [blockTag(name), false], z.unknown());
  if (block === null) throw new CliError('failure', `there is no block ${name}`);
}
