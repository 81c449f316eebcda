import type { ChainReader } from '../../chain/types.ts';
import type { StateView } from '../../state/types.ts';
import { RpcError } from '../rpc-error.ts';

/**
 * A function that runs `read` on one block, for what is read in several pieces with other work in between. It throws an
 * RpcError when the block was reverted meanwhile.
 */
export function pinnedBlock(chain: ChainReader, height: number) {
  const hash = chain.hashOf(height);
  return <T>(read: (height: number) => T): T => {
    if (chain.hashOf(height) !== hash) throw new RpcError(-32000, 'Block reverted', 'request the list again');
    return read(height);
  };
}

/** The state after a block of the chain. */
export function stateAt(chain: ChainReader, height: number): StateView {
  const state = chain.states.at(height);
  if (state === undefined) throw new RangeError(`no state of block ${height}`);
  return state;
}

/** The first rows, at most `most`, and the one that follows them. */
export function firstRows<Row>(
  all: Iterable<Row>,
  most: number,
): { readonly rows: readonly Row[]; readonly following: Row | undefined } {
  const rows: Row[] = [];
  for (const row of all) {
    if (rows.length === most) return { rows, following: row };
    rows.push(row);
  }
  return { rows, following: undefined };
}
