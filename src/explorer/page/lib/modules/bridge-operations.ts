import { decodeEventLog } from 'viem';
import { toAbi } from '../abi/viem-abi.ts';
import { firstHeight } from '../node/head.ts';
import { toQuantity } from '../node/hex.ts';
import { call } from '../node/rpc.ts';
import type { Log } from '../node/types.ts';
import { loadModule } from './modules.ts';
import type { Row } from './records.ts';

/** A deposit or withdrawal, as the table `operation` of the bridge keeps it. */
export type Operation = {
  readonly type: string;
  readonly source_chain: string;
  readonly dest_chain: string;
  readonly sender: string;
  readonly receiver: string;
  readonly asset: string;
  readonly amount: string;
  readonly status: string;
  readonly error: string;
  readonly created_at: number;
  readonly challenge_end_time: number;
};

type Begun = { readonly operationId: string; readonly chainId: string };

/** Blocks of the first search; each further one covers twice as many. */
const firstSpan = 1_000;

/**
 * The newest operations, of one chain or of all, newest first. Their keys are hashes, so they are found by the events
 * with which they begin, backwards from the head. `to` is the height of the head; at most `wanted` are read.
 */
export async function readNewestOperations(
  to: number,
  wanted: number,
  chain?: string,
): Promise<readonly Row<Operation>[]> {
  const bridge = await loadModule('bridge');
  const events = bridge?.events.filter(({ name }) => name === 'BridgeDeposit' || name === 'BridgeWithdraw') ?? [];
  if (bridge === undefined || events.length === 0) return [];
  const abi = toAbi(events);
  const search = (fromBlock: number, toBlock: number) =>
    call<readonly Log[]>('eth_getLogs', [
      {
        address: bridge.address,
        topics: [events.map(({ topic }) => topic)],
        fromBlock: toQuantity(fromBlock),
        toBlock: toQuantity(toBlock),
      },
    ]);
  const ids: string[] = [];
  let span = firstSpan;
  let end = to;
  while (end >= firstHeight.peek() && ids.length < wanted) {
    const logs = await search(Math.max(firstHeight.peek(), end - span + 1), end).catch((error: unknown) => {
      if (span === 1) throw error;
      return undefined; // more logs than one response may have
    });
    if (logs === undefined) {
      span = Math.ceil(span / 16);
      continue;
    }
    end -= span;
    span *= 2;
    for (const {
      topics: [topic = '0x', ...values],
      data,
    } of logs.toReversed()) {
      const { args } = decodeEventLog({ abi, topics: [topic, ...values], data });
      const { operationId, chainId } = args as unknown as Begun; // members of both events
      if ((chain === undefined || chainId === chain) && ids.length < wanted) ids.push(operationId);
    }
  }
  const values = await Promise.all(
    ids.map((id) => call<Operation | null>('qord_getRecord', ['bridge', 'operation', [id]])),
  );
  return ids.flatMap((id, at) => {
    const value = values[at];
    return value === null || value === undefined ? [] : [{ key: [id], value }];
  });
}
