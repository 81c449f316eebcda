import type { ChainReader } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { define, optional } from '../dispatch/define.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import { firstRows, pinnedBlock, stateAt } from '../execution/pinned-block.ts';
import type { Methods } from '../method.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, dataParam } from '../params/bytes.ts';
import { limitParam } from './record-methods.ts';

/** Entries as they are stored, from which a fork of this chain begins. */
export function entryMethods(chain: ChainReader, texts: LongTexts): Methods {
  const from = optional(dataParam('from', 'The key to begin with: `next` of the page before.'), undefined);
  return {
    qord_getEntries: define(
      'What an account stores, as bytes in the order of the keys: records of a native module, or slots of a contract.',
      [addressParam('account', 'The account.'), from, optional(limitParam, 100), optional(blockRefParam, latest)],
      {
        type: 'object',
        properties: { entries: { type: 'array' }, next: { type: ['string', 'null'] } },
      },
      ([account, start, limit, block], call) => {
        const height = requireHeight(chain, block);
        const first = toHex(start ?? new Uint8Array(0));
        return texts.make(() => entryPieces(chain, height, account, first, limit), call);
      },
    ),
  };
}

/** Entries that are read in one piece: each may have a megabyte. */
const entriesPerPiece = 8;

/** The JSON text of the entries of an account, all of one block. */
function* entryPieces(
  chain: ChainReader,
  height: number,
  account: Address,
  first: Hex,
  limit: number,
): Iterable<string> {
  const onBlock = pinnedBlock(chain, height);
  let next: Hex | undefined = first;
  let separator = '{"entries":[';
  for (let left = limit; left > 0 && next !== undefined; ) {
    const start: Hex = next;
    const { rows, following } = onBlock(() =>
      firstRows(stateAt(chain, height).entries(account, '0x', start), Math.min(left, entriesPerPiece)),
    );
    yield `${separator}${rows.map(([key, value]) => `["${key}","${toHex(value)}"]`).join()}`;
    separator = ',';
    left -= rows.length;
    next = following?.[0];
  }
  yield `],"next":${next === undefined ? 'null' : `"${next}"`}}`;
}
