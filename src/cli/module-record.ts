import * as z from 'zod';
import type { AnySingle, AnyTable } from '../kernel/module-sdk/genesis.ts';
import type { KeyPart } from '../kernel/module-sdk/record-key.ts';
import { addressOfPrivateKey } from '../primitives/crypto/secp256k1.ts';
import { openClient } from './client.ts';
import type { CommandInput, CommandResult } from './command.ts';
import { CliError } from './exit-codes.ts';
import { developmentKey } from './keys/key-folder.ts';

type KeyReader = Pick<KeyPart<unknown>, 'name' | 'fromText'>;

type RecordTarget = { readonly module: string; readonly record: AnyTable | AnySingle };

/** Shows one record of a module, or a list of them when the key is incomplete. */
export async function readRecord(input: CommandInput, { module, record }: RecordTarget): Promise<CommandResult> {
  const client = openClient(input);
  const parts = 'keyParts' in record ? record.keyParts : [];
  const key = parts.flatMap((part) => {
    const text = input.arguments[part.name];
    return text === undefined ? [] : keyText(part, text);
  });
  const isWhole = key.length === parts.length;
  const method = isWhole ? 'qord_getRecord' : 'qord_listRecords';
  const limit = isWhole ? [] : [Number(input.options.limit ?? '100')];
  const json = await client.call(method, [module, record.name, key, ...limit], z.unknown());
  if (json === null) throw new CliError('failure', `${module} keeps no ${record.name} under ${key.join(', ')}`);
  return { json, text: JSON.stringify(json, undefined, 2) };
}

/** A part of a key as the node reads it: dev0 … dev9 are replaced by their addresses where an account is expected. */
function keyText({ name, fromText }: KeyReader, text: string): string {
  try {
    fromText(text);
    return text;
  } catch (error) {
    const key = developmentKey(text);
    if (key !== undefined) return keyText({ name, fromText }, addressOfPrivateKey(key));
    throw new CliError('usage', `<${name}>: ${error instanceof Error ? error.message : error}`);
  }
}
