import { useQuery } from '../node/query.ts';
import type { Hex } from '../node/types.ts';
import type { TokenFacts } from './tokens.ts';

/** What a contract says of itself as a token; undefined while that is read, null when it is none. */
export function useToken(address: Hex | undefined): TokenFacts | null | undefined {
  const key = address === undefined ? undefined : `token ${address.toLowerCase()}`;
  return useQuery(key, async () => (await (await import('./tokens.ts')).readToken(address ?? '0x')) ?? null).data;
}
