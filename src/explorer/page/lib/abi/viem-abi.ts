import type { Abi } from 'viem';
import type { AbiItem } from '../../../../sources/abi-item.ts';

/**
 * Entries of an ABI in the type of viem, which demands more of them than the page. viem throws when it cannot use one:
 * the ABIs are those of the node, and what the user has provided.
 */
export function toAbi(items: readonly AbiItem[]): Abi {
  return items as unknown as Abi;
}
