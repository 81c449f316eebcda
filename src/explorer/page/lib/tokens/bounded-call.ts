import { call } from '../node/rpc.ts';
import type { Hex } from '../node/types.ts';

/** Most bytes that are read of what a contract returns. */
const mostBytes = 512;

/** Gas of one question: a token that computes for long says nothing. */
const gas = '0x7a120';

/**
 * Asks a contract without reading more of its result than is shown: code that is executed without being deployed calls
 * it, and returns the beginning. Undefined when the contract reverts, or does not exist.
 */
export async function boundedCall(to: Hex, data: Hex): Promise<Hex | undefined> {
  const result = await call<Hex>('eth_call', [{ data: questionCode(to, data), gas }, 'latest']).catch(() => '0x');
  return BigInt(`0x${result.slice(2, 66) || '0'}`) === 1n ? `0x${result.slice(66, 66 + 2 * mostBytes)}` : undefined;
}

const byte = (value: number) => value.toString(16).padStart(2, '0');
const twoBytes = (value: number) => value.toString(16).padStart(4, '0');

/** Returns whether the call succeeded, 32 bytes, and at most `mostBytes` of what it returned. */
function questionCode(to: Hex, data: Hex): Hex {
  const size = byte(data.length / 2 - 1);
  const code = (offset: number) =>
    [
      `60${size}60${byte(offset)}600039`, // CODECOPY: the data of the call stand behind this code
      `6000600060${size}600073${to.slice(2)}5afa`, // STATICCALL with all gas
      '600052', // MSTORE: whether it succeeded
      `61${twoBytes(mostBytes)}3d`, // bound, RETURNDATASIZE
      '81811191811890910218', // the lower of both: r ^ ((r ^ bound) * (r > bound))
      '80600060203e', // RETURNDATACOPY: all of that, behind the first word
      '6020016000f3', // RETURN both
    ].join('');
  return `0x${code(code(0).length / 2)}${data.slice(2)}`;
}
