import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { AbiItem } from '../../../../sources/abi-item.ts';
import { call } from '../node/rpc.ts';
import type { Hex } from '../node/types.ts';
import { parseArgument } from './abi-input.ts';
import { toAbi } from './viem-abi.ts';

/** Encodes a call from the texts of a form. Throws an Error that names the argument. */
export function encodeCall(item: AbiItem, texts: readonly string[]): Hex {
  const args = (item.inputs ?? []).map((input, at) => {
    try {
      return parseArgument(texts[at] ?? '', input);
    } catch (error) {
      throw new Error(`${input.name || `#${at}`}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return encodeFunctionData({ abi: toAbi([item]), functionName: item.name ?? '', args });
}

/** Calls a function that only reads; returns its results in order. */
export async function read(
  address: Hex,
  item: AbiItem,
  texts: readonly string[],
  from?: Hex,
): Promise<readonly unknown[]> {
  const data = encodeCall(item, texts);
  const result = await call<Hex>('eth_call', [
    { to: address, data, ...(from === undefined ? {} : { from }) },
    'latest',
  ]);
  if (result === '0x' && (item.outputs?.length ?? 0) > 0)
    throw new Error('nothing was returned: is this the right contract?');
  const decoded: unknown = decodeFunctionResult({
    abi: toAbi([item]),
    functionName: item.name ?? '',
    data: result,
  });
  return item.outputs?.length === 1 ? [decoded] : Array.isArray(decoded) ? decoded : [];
}
