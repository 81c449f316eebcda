import type { RpcError } from '../../rpc-error.ts';
import { invalidParams } from '../errors.ts';

/** Characters of a request that an error repeats. */
const longestEcho = 100;

/** A JSON value of the wrong type, in the words of the reference implementation's parser. */
export function wrongType(json: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid type: ${describe(json)}, expected ${expected}.`);
}

/** A JSON value of the right type that means nothing. */
export function wrongValue(json: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid value: ${describe(json)}, expected ${expected}.`);
}

/** A word outside of a fixed list. */
export function unknownVariant(word: string, known: readonly string[]): RpcError {
  const list = known.map((name) => `\`${name}\``).join(', ');
  return invalidParams(`Invalid params: unknown variant \`${word.slice(0, longestEcho)}\`, expected one of ${list}.`);
}

function describe(json: unknown): string {
  if (json === null || json === undefined) return 'null';
  if (typeof json === 'boolean') return `boolean \`${json}\``;
  if (typeof json === 'string') return `string ${JSON.stringify(json.slice(0, longestEcho))}`;
  if (typeof json === 'number' && !Number.isInteger(json)) return `floating point \`${json}\``;
  if (typeof json === 'number' || typeof json === 'bigint') return `integer \`${json}\``;
  return Array.isArray(json) ? 'sequence' : 'map';
}
