import { z } from 'zod';
import type { AnySingle, AnyTable } from '../kernel/frame/genesis.ts';
import { openClient } from './client.ts';
import type { CommandInput, Report } from './command.ts';
import { CliError } from './exit-codes.ts';

export type RecordTarget = { readonly module: string; readonly record: AnyTable | AnySingle };

/** Shows one record of a module, or a list of them when the key is not given whole. */
export async function readRecord(input: CommandInput, { module, record }: RecordTarget): Promise<Report> {
  const client = openClient(input);
  const parts = 'keyParts' in record ? record.keyParts : [];
  const key = parts.flatMap(({ name }) => input.arguments[name] ?? []);
  const isWhole = key.length === parts.length;
  const method = isWhole ? 'qord_getRecord' : 'qord_listRecords';
  const limit = isWhole ? [] : [Number(input.options.limit ?? '100')];
  const json = await client.call(method, [module, record.name, key, ...limit], z.unknown());
  if (json === null) throw new CliError('failure', `${module} keeps no ${record.name} under ${key.join(', ')}`);
  return { json, text: JSON.stringify(json, undefined, 2) };
}
