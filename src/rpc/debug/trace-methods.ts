import { applyMessage } from '../../evm/transaction/apply-message.ts';
import type { JsonSchema, JsonValue, Methods } from '../contract.ts';
import { RpcFault } from '../contract.ts';
import { define, optional } from '../dispatch/define.ts';
import { createCallContext } from '../eth/calls/call-context.ts';
import { cappedGas, paysGas, requireChainId, toCallMessage } from '../eth/calls/call-message.ts';
import { requireHeight } from '../eth/resolve-block.ts';
import { blockNumberParam, blockRefParam, latest } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';
import { callParam } from '../params/call-request.ts';
import { runTrace } from './run-trace.ts';
import { callTraceConfigParam, traceConfigParam } from './trace-config.ts';
import { type TracedTransaction, type TraceParts, traceBlock, traceTransaction } from './trace-transactions.ts';

const traceSchema: JsonSchema = {
  description: 'What the tracer answers; without one, gas, returnValue and structLogs.',
};
const blockTraceSchema: JsonSchema = { type: 'array', items: { type: 'object' } };

/** Executions seen from inside. */
export function traceMethods(parts: TraceParts): Methods {
  const { chain } = parts;
  return {
    debug_traceTransaction: define(
      'Executes a transaction of a block once more, and tells how it went.',
      [hashParam('hash', 'Hash of the transaction.'), traceConfigParam],
      traceSchema,
      ([hash, config]) => {
        const at = chain.locate(hash);
        if (at === undefined) throw new RpcFault(-32000, 'transaction not found');
        return traceTransaction(parts, at.height, at.index, config);
      },
    ),
    debug_traceBlockByNumber: define(
      'Executes a block once more, and tells of each transaction how it went.',
      [blockNumberParam, traceConfigParam],
      blockTraceSchema,
      ([ref, config]) => {
        if (ref.by === 'tag' && ref.tag === 'pending')
          throw new RpcFault(-32000, 'tracing the pending block is not supported');
        return toJson(traceBlock(parts, requireHeight(chain, ref), config));
      },
    ),
    debug_traceBlockByHash: define(
      'Executes a block once more, and tells of each transaction how it went.',
      [hashParam('hash', 'Hash of the block.'), traceConfigParam],
      blockTraceSchema,
      ([hash, config]) => {
        const height = chain.heightOf(hash);
        if (height === undefined) throw new RpcFault(-32000, `block ${hash} not found`);
        return toJson(traceBlock(parts, height, config));
      },
    ),
    debug_traceCall: define(
      'Runs a call on the state after a block, and tells how it went.',
      [callParam, optional(blockRefParam, latest), callTraceConfigParam],
      traceSchema,
      ([request, block, config]) => {
        requireChainId(request.chainId, chain.identity.chainId);
        const context = createCallContext(parts, { ...config, block, paysGas: paysGas(request) });
        const message = toCallMessage(request, cappedGas(request.gas, undefined, parts.limits.gasCap));
        const { sender, to, gasLimit } = message;
        const { natives } = context.run;
        const subject = { state: context.state, natives, sender, to, gasLimit, alsoTouched: [context.feeCollector] };
        return runTrace(config, subject, (run) => applyMessage(message, { ...context, run }));
      },
    ),
  };
}

function toJson(traced: readonly TracedTransaction[]): JsonValue {
  return traced.map(({ transaction, trace }) => ({ txHash: transaction.hash, result: trace }));
}
