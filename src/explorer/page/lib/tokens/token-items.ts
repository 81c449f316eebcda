import { decodeAbiParameters, encodeFunctionData, keccak256, parseAbi, toHex } from 'viem';
import type { Hex, Log } from '../node/types.ts';
import { returnedNumber } from '../text/foreign-text.ts';
import { boundedCall } from './bounded-call.ts';

/** One token of a collection (ERC-721, ERC-1155). */
export type Item = { readonly collection: Hex; readonly id: bigint; readonly kind: 'ERC-721' | 'ERC-1155' };
/** How many of it an account holds: 1 of ERC-721. */
export type HeldItem = Item & { readonly count: bigint };

const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'));
const singleTopic = keccak256(toHex('TransferSingle(address,address,address,uint256,uint256)'));
const batchTopic = keccak256(toHex('TransferBatch(address,address,address,uint256[],uint256[])'));

/** Topics of ERC-1155: the recipient is the fourth topic there. */
export const itemTopics = [singleTopic, batchTopic];

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]);

/** The tokens that a log moves; none when it is no transfer of a collection. Anybody can log anything: then none. */
export function itemsIn({ address: collection, topics: [topic, , , last], topics, data }: Log): readonly Item[] {
  try {
    if (topic === transferTopic && topics.length === 4 && last !== undefined) {
      return [{ collection, id: BigInt(last), kind: 'ERC-721' }];
    }
    if (topic === singleTopic) {
      const [id] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data);
      return [{ collection, id, kind: 'ERC-1155' }];
    }
    if (topic !== batchTopic) return [];
    const [ids] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data);
    return ids.map((id) => ({ collection, id, kind: 'ERC-1155' }));
  } catch {
    return [];
  }
}

/** How many of a token an account holds now; undefined for none, and where the contract does not say. */
export async function readHeld(item: Item, account: Hex): Promise<HeldItem | undefined> {
  const isOne = item.kind === 'ERC-721';
  const data = isOne
    ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [item.id] })
    : encodeFunctionData({ abi, functionName: 'balanceOf', args: [account, item.id] });
  const result = returnedNumber(await boundedCall(item.collection, data)) ?? 0n;
  const count = isOne ? (result === BigInt(account) ? 1n : 0n) : result;
  return count === 0n ? undefined : { ...item, count };
}
