import type { TraceSubject } from '../../../evm/tracing/trace.ts';
import type { AppliedTransaction } from '../../../evm/transaction/execution.ts';
import type { EnteredFrame, ExitedFrame } from '../../../kernel/engine.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';

/** JSON text of what becomes the argument `ctx` of result(), by the types that its members have there. */
export function traceContext(
  { position, block, gasLimit }: TraceSubject,
  { gasUsed, effectiveGasPrice }: AppliedTransaction,
  outer: EnteredFrame | undefined,
  input: Uint8Array | undefined,
  end: Pick<ExitedFrame, 'output' | 'error'> | undefined,
): string {
  return JSON.stringify({
    bytes: {
      from: outer?.from,
      to: outer?.to,
      input: toHex(input ?? emptyBytes),
      output: toHex(end?.output ?? emptyBytes),
      coinbase: block.coinbase,
      blockHash: position?.blockHash,
      txHash: position?.transactionHash,
    },
    numbers: {
      block: Number(block.number),
      gas: Number(gasLimit),
      gasUsed: Number(gasUsed),
      txIndex: position?.transactionIndex,
    },
    words: { value: quantity(outer?.value ?? 0n), gasPrice: quantity(effectiveGasPrice) },
    texts: { type: outer?.kind === 'CREATE' ? 'CREATE' : 'CALL', error: end?.error },
  });
}
