import type { TransactionLocation } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { RpcError } from '../rpc-error.ts';
import { maxTraceMs } from '../tracing/run-trace.ts';
import { stateBefore } from '../tracing/trace-transactions.ts';

type StorageRange = ExecutionRequest & {
  readonly location: TransactionLocation;
  readonly owner: Address;
  readonly from: Hex;
  readonly count: number;
};

/**
 * debug_storageRangeAt: slots of a contract before a transaction of a block, in the order of their keys, with the first
 * that is left out.
 */
export const storageRangeExecution = defineExecution<StorageRange>('storageRange', {
  timeout: () => maxTraceMs,
  run: (node, { location, owner, from, count }, control) => {
    if (node.natives.at(owner) !== undefined) {
      throw new RpcError(-32000, `${owner} is a native contract: qord_listRecords lists its records`);
    }
    const transactions = node.chain.header(location.height)?.transactionCount ?? 0;
    if (location.index > transactions) {
      throw new RpcError(-32000, `transaction index ${location.index} out of range: the block has ${transactions}`);
    }
    const { state } = stateBefore(node, location, control);
    const storage: Record<string, JsonValue> = {};
    let left = count;
    for (const [key, value] of state.entries(owner, '0x', from)) {
      if (left-- === 0) return { storage, nextKey: key };
      storage[keccakHash(fromHex(key))] = { key, value: `0x${toHex(value).slice(2).padStart(64, '0')}` };
    }
    return { storage, nextKey: null };
  },
});
