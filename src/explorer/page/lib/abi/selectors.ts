import { toFunctionSelector } from 'viem';
import type { AbiItem } from '../../../../sources/abi-item.ts';
import type { ModuleDeclaration } from '../modules/modules.ts';
import type { KnownContract } from './abi-store.ts';
import { toAbi } from './viem-abi.ts';

/** The page of the module or known contract that has a function of a selector (0x and 8 digits, lower case). */
export function placeOfSelector(
  selector: string,
  modules: readonly ModuleDeclaration[],
  contracts: ReadonlyMap<string, KnownContract>,
): string | undefined {
  const has = (items: readonly AbiItem[]) =>
    toAbi(items).some((item) => item.type === 'function' && toFunctionSelector(item) === selector);
  for (const { name, contracts: own } of modules) {
    if (own.some(({ calls }) => has(calls))) return `/modules/${name}?tab=calls`;
  }
  for (const [address, { abi }] of contracts) if (has(abi)) return `/contracts?address=${address}`;
  return undefined;
}
