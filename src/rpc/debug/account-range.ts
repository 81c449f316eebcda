import { recordedBytes, TraceMeter } from '../../evm/tracing/trace-meter.ts';
import { type Address, toChecksum } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex, toHex, toHexDigits } from '../../primitives/hex.ts';
import type { HashedAccount } from '../../state/account-range.ts';
import type { StateView } from '../../state/types.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { RpcError } from '../rpc-error.ts';
import { withinTraceLimit } from '../tracing/run-trace.ts';

type AccountRangeRequest = ExecutionRequest & {
  readonly height: number;
  readonly from: Hash;
  readonly count: number;
  readonly withCode: boolean;
  readonly withStorage: boolean;
};

const remedy = 'ask for fewer accounts, or leave code and storage out';

/** debug_accountRange: accounts after a block in the order of the state tree, in the shape of go-ethereum's dump. */
export const accountRangeExecution = defineExecution<AccountRangeRequest>('accountRange', {
  run: (node, request, control) => {
    const { height, from, count } = request;
    const onProgress = () => assertNotStopped(control);
    const range = node.chain.states.accountRange(height, { from, limit: count, onProgress });
    const state = node.chain.states.at(height);
    const header = node.chain.header(height);
    if (range === undefined || state === undefined || header === undefined) {
      throw new RpcError(-32000, `block #${height} not found`);
    }
    const accounts = withinTraceLimit(node.limits.maxTraceBytes, remedy, () => {
      const shown = showAccounts(node, state, request, control);
      return Object.fromEntries(range.accounts.map((account) => [toChecksum(account.address), shown(account)]));
    });
    const next = range.next && { next: Buffer.from(fromHex(range.next)).toString('base64') };
    return { root: toHexDigits(fromHex(header.stateRoot)), accounts, ...next };
  },
});

function showAccounts(
  { natives, limits }: ExecutionNode,
  state: StateView,
  { withCode, withStorage }: AccountRangeRequest,
  control: ExecutionControl,
) {
  const meter = new TraceMeter(limits.maxTraceBytes);
  const storageOf = (address: Address): JsonValue => {
    const slots: Record<string, string> = {};
    for (const [key, value] of state.entries(address, '0x')) {
      meter.charge(recordedBytes.slot);
      assertNotStopped(control);
      slots[key] = toHexDigits(value);
    }
    return slots;
  };
  return ({ hash, address, record }: HashedAccount): JsonValue => {
    const { account, storageRoot } = record;
    const code = withCode ? state.code(account.codeHash) : undefined;
    meter.charge(recordedBytes.account + 2 * (code?.length ?? 0));
    const isContract = natives.at(address) === undefined && state.hasEntries(address);
    return {
      balance: account.balance.toString(),
      nonce: account.nonce,
      root: storageRoot,
      codeHash: account.codeHash,
      ...(code !== undefined && code.length > 0 ? { code: toHex(code) } : {}),
      ...(withStorage && isContract ? { storage: storageOf(address) } : {}),
      address,
      key: hash,
    };
  };
}
