import { useDecoder } from '../lib/decoder.ts';
import { isHex } from '../lib/hex.ts';
import { useQuery } from '../lib/query.ts';
import { call, RpcError } from '../lib/rpc.ts';
import type { Hex, Transaction } from '../lib/types.ts';
import { Skeleton } from './states.tsx';

type Failure = { readonly message: string; readonly data: Hex | undefined };

/** Runs the failed transaction again on the state before its block to find why it reverted. */
async function readFailure({ from, to, gas, value, input, blockNumber }: Transaction): Promise<Failure> {
  const before = `0x${(Number(blockNumber) - 1).toString(16)}`;
  try {
    await call('eth_call', [{ from, to: to ?? undefined, gas, value, data: input }, before]);
    return {
      message:
        'It succeeds on the state before its block: what other transactions of the block changed made it fail, or it ran out of gas.',
      data: undefined,
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return {
      message: error.message,
      data: isHex(error.data) ? error.data : undefined,
    };
  }
}

/** Why a transaction failed: found by calling it again on the state before it, decoded by the known ABIs. */
export function RevertReason({ transaction }: { readonly transaction: Transaction }) {
  const decoder = useDecoder();
  const { data, error } = useQuery(`failure ${transaction.hash}`, () => readFailure(transaction));
  if (error !== undefined) return <span>{error.message}</span>;
  if (data === undefined) return <Skeleton width="16em" />;
  const decoded = data.data === undefined ? undefined : decoder?.revert(data.data);
  return (
    <span class="wrap">
      <bdi>{decoded ?? data.message}</bdi>
      {decoded === undefined && data.data !== undefined && data.data !== '0x' && (
        <span class="hint">
          {' '}
          with data <span class="mono">{data.data.slice(0, 74)}</span>; an ABI of the contract would decode it
        </span>
      )}
    </span>
  );
}
