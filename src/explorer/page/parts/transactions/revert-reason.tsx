import { useDecoder } from '../../lib/abi/decoder.ts';
import { useProjectContracts } from '../../lib/abi/project-contracts.ts';
import { callTracer } from '../../lib/abi/trace-sources.ts';
import { chain } from '../../lib/node/chain.ts';
import { isHex } from '../../lib/node/hex.ts';
import { useQuery } from '../../lib/node/query.ts';
import { call, RpcError } from '../../lib/node/rpc.ts';
import type { CallFrame, Hex, Transaction } from '../../lib/node/types.ts';
import { revertText } from '../../lib/text/revert-text.ts';
import { Skeleton } from '../frame/states.tsx';

type Failure = {
  readonly message: string;
  readonly data: Hex | undefined;
  readonly root?: CallFrame;
  /** found by a call on the state before the block, which other transactions of the block may have changed */
  readonly isGuess: boolean;
};

/** What the trace of the transaction says; where the node has no traces, what a call before its block does. */
async function readFailure(transaction: Transaction): Promise<Failure> {
  if (!(chain.peek()?.namespaces.includes('debug') ?? false)) return guessFailure(transaction);
  const root = await call<CallFrame>('debug_traceTransaction', [transaction.hash, callTracer]);
  return { message: root.error ?? 'the trace has no reason', data: root.output, root, isGuess: false };
}

async function guessFailure({ from, to, gas, value, input, blockNumber }: Transaction): Promise<Failure> {
  const before = `0x${(Number(blockNumber) - 1).toString(16)}`;
  try {
    await call('eth_call', [{ from, to: to ?? undefined, gas, value, data: input }, before]);
    return { message: 'it succeeds there', data: undefined, isGuess: true };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { message: error.message, data: isHex(error.data) ? error.data : undefined, isGuess: true };
  }
}

const shownData = 74;

/** Why a transaction failed, decoded by the known ABIs. */
export function RevertReason({ transaction }: { readonly transaction: Transaction }) {
  const decoder = useDecoder();
  const hasChain = chain.value !== undefined;
  const key = hasChain ? `failure ${transaction.hash}` : undefined;
  const { data: failure, error } = useQuery(key, () => readFailure(transaction));
  useProjectContracts(failure?.root);
  if (error !== undefined) return <span>{error.message}</span>;
  if (failure === undefined) return <Skeleton width="16em" />;
  const { message, data = '0x', isGuess } = failure;
  const decoded = decoder?.revert(data);
  return (
    <span class="wrap">
      <bdi>{revertText(decoded ?? message)}</bdi>
      {decoded === undefined && data !== '0x' && (
        <span class="hint">
          {' '}
          with data{' '}
          <span class="mono" title={data}>
            {data.length > shownData ? `${data.slice(0, shownData)}… (${data.length / 2 - 1} bytes)` : data}
          </span>
          ; an ABI of the contract would decode it
        </span>
      )}
      {isGuess && (
        <span class="hint">
          {' '}
          by a call on the state before its block, which other transactions of the block may have changed: this node
          serves no traces (add debug to api in section [json-rpc] of app.toml)
        </span>
      )}
    </span>
  );
}
