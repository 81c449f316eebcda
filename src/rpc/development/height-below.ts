import type { ChainReader } from '../../chain/types.ts';
import { RpcError } from '../rpc-error.ts';

/**
 * The height so many blocks below the head. Throws an RpcError when the chain has fewer; `purpose` is what they are
 * wanted for.
 */
export function heightBelow(
  chain: Pick<ChainReader, 'head' | 'identity'>,
  count: number,
  purpose: 'go back' | 'replace',
): number {
  const { number } = chain.head();
  const most = number - chain.identity.genesisHeight;
  if (count > most) throw new RpcError(-32602, `the chain has only ${most} blocks to ${purpose}`);
  return number - count;
}
