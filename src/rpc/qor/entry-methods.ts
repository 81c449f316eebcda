import type { ChainReader } from '../../chain/types.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { define, optional } from '../dispatch/define.ts';
import { requireState } from '../evm-common/resolve-block.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, dataParam } from '../params/bytes.ts';
import type { Methods } from '../types.ts';
import { limitParam } from './record-methods.ts';

/** Entries as they are stored, from which a fork of this chain begins. */
export function entryMethods(chain: ChainReader): Methods {
  const from = optional(dataParam('from', 'The key to begin with: `next` of the page before.'), undefined);
  return {
    qord_getEntries: define(
      'What an account stores, as bytes in the order of the keys: records of a native module, or slots of a contract.',
      [addressParam('account', 'The account.'), from, optional(limitParam, 100), optional(blockRefParam, latest)],
      {
        type: 'object',
        properties: { entries: { type: 'array' }, next: { type: ['string', 'null'] } },
      },
      ([account, start, limit, block]) => {
        const entries: (readonly [Hex, Hex])[] = [];
        for (const [key, value] of requireState(chain, block).entries(
          account,
          '0x',
          toHex(start ?? new Uint8Array(0)),
        )) {
          if (entries.length === limit) return { entries, next: key };
          entries.push([key, toHex(value)]);
        }
        return { entries, next: null };
      },
    ),
  };
}
