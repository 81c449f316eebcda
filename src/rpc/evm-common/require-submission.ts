import { RpcError } from '../rpc-error.ts';
import type { EthLimits } from './dependencies.ts';

/** Throws an RpcError on an interface that accepts no transactions (`read-only`). */
export function requireSubmission({ readOnly }: EthLimits): void {
  if (readOnly) throw new RpcError(-32000, 'this interface is read-only: transactions are not accepted here');
}
