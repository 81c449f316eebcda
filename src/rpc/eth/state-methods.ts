import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { StateView } from '../../state/types.ts';
import { define, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { isPending, readAt, requireState } from '../evm-common/resolve-block.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, addressType, dataSchema, hashSchema, slotType } from '../params/bytes.ts';
import { listType, mapType, paramOf } from '../params/param-type.ts';
import { quantitySchema } from '../params/quantity.ts';

const account = addressParam('address', 'The account.');
const at = optional(blockRefParam, latest);
const slot = paramOf('slot', 'Storage slot, up to 32 bytes.', slotType);

/** Accounts and their storage, after any block. */
export function stateMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>): Methods {
  const stateAt = <T>(block: BlockRef, read: (state: StateView) => T): MaybePromise<T> =>
    readAt(node, block, () => read(requireState(chain, block)));
  return {
    eth_getBalance: define('Balance of an account, in wei.', [account, at], quantitySchema, ([address, block]) =>
      stateAt(block, (state) => quantityText(state.account(address)?.balance ?? 0n)),
    ),
    eth_getTransactionCount: define(
      'Nonce of an account: how many transactions it has sent. At `pending`, those in the pool count, too.',
      [account, at],
      quantitySchema,
      ([address, block]) =>
        quantityText(isPending(block) ? node.mempool.nextNonce(address) : nonceOf(requireState(chain, block), address)),
    ),
    eth_getCode: define('Code of a contract.', [account, at], dataSchema, ([address, block]) =>
      stateAt(block, (state) => {
        const found = state.account(address);
        return found === undefined ? '0x' : toHex(state.code(found.codeHash));
      }),
    ),
    eth_getStorageAt: define('Word in a storage slot.', [account, slot, at], hashSchema, ([address, key, block]) =>
      stateAt(block, (state) => storedWord(state, address, key)),
    ),
    eth_getStorageValues: define(
      'Words in storage slots of several contracts.',
      [slotRequests, at],
      { type: 'object', additionalProperties: { type: 'array', items: hashSchema } },
      ([requests, block]) =>
        stateAt(block, (state) =>
          Object.fromEntries(
            [...requests].map(([address, keys]) => [address, keys.map((key) => storedWord(state, address, key))]),
          ),
        ),
    ),
  };
}

/** Slots in one request of eth_getStorageValues at most. */
const slotLimit = 1024;

const requestsType = mapType(addressType, listType(slotType));

const slotRequests = paramOf('requests', `Storage slots by account, ${slotLimit} in all at most.`, {
  parse: (json: unknown) => {
    assertFewSlots(json);
    const requests = requestsType.parse(json);
    if ([...requests.values()].every((keys) => keys.length === 0)) throw new RangeError('empty request');
    return requests;
  },
  schema: { ...requestsType.schema, minProperties: 1 },
});

/** Counts before anything is parsed; an account without slots counts as one. Throws a RangeError. */
function assertFewSlots(json: unknown): void {
  if (json === null || typeof json !== 'object') return; // the parser says what is wrong
  const lists = Object.values(json);
  const count = lists.reduce((sum, keys) => sum + (Array.isArray(keys) ? Math.max(keys.length, 1) : 1), 0);
  if (count > slotLimit) throw new RangeError(`too many slots (max ${slotLimit})`);
}

/** A quantity that need not be searched for characters to be escaped: a tenth of the time of a small read. */
function quantityText(value: bigint): JsonText {
  return new JsonText(`"${quantity(value)}"`);
}

function nonceOf(state: StateView, address: Address): bigint {
  return state.account(address)?.nonce ?? 0n;
}

/** The stored word, filled to 32 bytes. */
function storedWord(state: StateView, address: Address, key: Hash): string {
  const value = state.entry(address, key);
  return `0x${(value === undefined ? '' : toHex(value).slice(2)).padStart(64, '0')}`;
}
