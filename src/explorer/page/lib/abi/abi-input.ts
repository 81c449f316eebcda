import type { AbiParameter } from '../../../../sources/abi-item.ts';
import { parseAccount } from '../accounts/accounts.ts';
import { parseAmountIn } from '../text/amount-input.ts';
import { parseUnits } from '../text/amounts.ts';

/** Text of a form field → value of an ABI type. Throws a RangeError that says what is wrong. */
export function parseArgument(text: string, parameter: AbiParameter): unknown {
  const { type, unit } = parameter;
  if (type.endsWith(']')) return parseList(text, { ...parameter, type: type.replace(/\[\d*\]$/, '') });
  if (type.startsWith('tuple')) return parseTuple(text, parameter.components ?? []);
  if (unit === 'uqor' || unit === 'wei') return parseAmountIn(text, unit);
  if (parameter.token !== undefined) return parseTokenAmount(text, parameter.token.decimals);
  if (/^u?int/.test(type)) return parseInteger(text);
  if (type === 'bool') return text === 'true';
  if (type === 'address') return parseAddressText(text);
  if (type.startsWith('bytes')) return parseBytes(text, type);
  return text;
}

function parseTokenAmount(text: string, decimals: number): bigint {
  const amount = parseUnits(text, decimals);
  if (amount !== undefined) return amount;
  throw new RangeError(`${text || 'nothing'}: not a number with at most ${decimals} decimals`);
}

function parseInteger(text: string): bigint {
  const digits = text.trim().replace(/[\s_\u202f]/g, '');
  if (/^(?:-?\d+|0x[\da-f]+)$/i.test(digits)) return BigInt(digits);
  throw new RangeError(`${text || 'nothing'}: not a whole number`);
}

function parseAddressText(text: string): string {
  const address = parseAccount(text);
  if (address !== undefined) return address;
  throw new RangeError(`${text || 'nothing'}: not an account; write 0x…, qor1… or base58`);
}

function parseBytes(text: string, type: string): string {
  const trimmed = text.trim() === '' ? '0x' : text.trim();
  const size = Number(type.slice('bytes'.length));
  if (!/^0x(?:[\da-f]{2})*$/i.test(trimmed)) throw new RangeError(`${text}: not bytes in hex (0x…)`);
  if (size > 0 && trimmed.length !== 2 + 2 * size)
    throw new RangeError(`${type} takes ${size} bytes, not ${trimmed.length / 2 - 1}`);
  return trimmed;
}

/** A JSON array, or values separated by commas. */
function parseList(text: string, item: AbiParameter): readonly unknown[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const parts = trimmed.startsWith('[') ? parseJson(trimmed) : trimmed.split(',').map((part) => part.trim());
  if (!Array.isArray(parts)) throw new RangeError(`${text}: not a list`);
  return parts.map((part: unknown) => parseArgument(asText(part), item));
}

/** A JSON array in the order of the members, or a JSON object by their names. */
function parseTuple(text: string, members: readonly AbiParameter[]): unknown {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null) throw new RangeError(`${text}: not a JSON object or array`);
  const byName = new Map<string, unknown>(Object.entries(json));
  const values: readonly unknown[] = Array.isArray(json) ? json : members.map(({ name }) => byName.get(name ?? ''));
  return Object.fromEntries(
    members.map((member, at) => [member.name ?? String(at), parseArgument(asText(values[at]), member)]),
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError(`${text.slice(0, 60)}: not JSON`);
  }
}
