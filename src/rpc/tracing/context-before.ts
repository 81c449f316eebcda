import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import { heightOf, isPending } from '../evm-common/resolve-block.ts';
import { type CallTarget, overriddenContext } from '../execution/call-context.ts';
import type { ExecutionControl, ExecutionNode } from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';
import { stateBefore } from './trace-transactions.ts';

/**
 * Prepares a run inside a block of the chain, before one of its transactions or after the last. `member`: what clients
 * call the index. Throws an RpcError.
 */
export function contextBefore(
  node: ExecutionNode,
  target: CallTarget,
  { member, index }: { readonly member: string; readonly index: number },
  control: ExecutionControl,
): ExecutionContext {
  const height = isPending(target.block) ? undefined : heightOf(node.chain, target.block);
  if (height === undefined) throw new RpcError(-32000, `${member} is for a block of the chain`);
  const count = node.chain.header(height)?.transactionCount ?? 0;
  if (index > count) throw new RpcError(-32000, `${member} is ${index}: the block has ${count} transactions`);
  return overriddenContext(node, target, control, stateBefore(node, { height, index }, control));
}
