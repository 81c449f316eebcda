import * as z from 'zod';
import type { AnyCall } from '../kernel/module-sdk/define-module.ts';
import { abiFields, type Field, fieldEntries } from '../kernel/module-sdk/field.ts';
import { kebabCase } from '../kernel/module-sdk/kebab-case.ts';
import { decodeAbi } from '../primitives/abi/decode.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { parseAmount } from '../primitives/units.ts';
import { openClient } from './client.ts';
import type { CommandInput, CommandResult } from './command.ts';
import { CliError } from './exit-codes.ts';
import { formatFieldValue, parseFieldText, toJsonValue } from './field-text.ts';
import { parsed, requiredArgument } from './input.ts';
import { privateKeyOf } from './keys/signing-key.ts';
import { sendTransaction } from './send-transaction.ts';

/** A call of a module, with its address. */
export type ModuleCallTarget = { readonly module: string; readonly address: Address; readonly call: AnyCall };

/** Sends a transaction that calls a module, and waits for its receipt. */
export async function sendModuleCall(
  input: CommandInput,
  { module, address, call }: ModuleCallTarget,
): Promise<CommandResult> {
  const data = callData(input, call);
  const value = input.options.value === undefined ? 0n : parsed(parseAmount, input.options.value);
  const privateKey = await privateKeyOf(input);
  return sendTransaction(input, { to: address, value, data, privateKey }, `called    ${module} ${call.name}`);
}

/** Calls a view of a module and shows its result. */
export async function readModuleView(input: CommandInput, { address, call }: ModuleCallTarget): Promise<CommandResult> {
  const client = openClient(input);
  const request = { to: address, data: toHex(callData(input, call)) };
  const output = await client.call('eth_call', [request, 'latest'], z.string());
  const values = decodeAbi(abiFields(call.outputs), fromHex(output));
  const fields = fieldEntries(call.outputs);
  const width = fields.reduce((most, [name]) => Math.max(most, name.length), 0);
  return {
    json: Object.fromEntries(fields.map(([name, field]) => [name, toJsonValue(field, values[name] ?? '')])),
    text: fields
      .map(([name, field]) => `${name.padEnd(width)}  ${formatFieldValue(field, values[name] ?? '')}`)
      .join('\n'),
  };
}

function callData(input: CommandInput, call: AnyCall): Uint8Array {
  return parsed(() => encodeCallTexts(call, (name, field) => fieldTextOf(input, name, field)), '');
}

/** The data of a call whose arguments are texts, as on the command line. Throws a RangeError that says how to write one. */
export function encodeCallTexts(
  { selector, inputs }: AnyCall,
  textOf: (name: string, field: Field<unknown>) => string,
): Uint8Array {
  const values = fieldEntries(inputs).map(([name, field]) => parseFieldText(field, textOf(name, field)));
  return concatBytes(fromHex(selector), encodeAbi(abiFields(inputs), values));
}

function fieldTextOf(input: CommandInput, name: string, { option }: Field<unknown>): string {
  if (option === undefined) return requiredArgument(input, name);
  const text = input.options[kebabCase(name)] ?? option.fallback;
  if (text === undefined) throw new CliError('usage', `missing --${kebabCase(name)}; see --help`);
  return text;
}
