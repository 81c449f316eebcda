import { encodeBlock } from '../../chain/block-rlp.ts';
import type { ChainReader } from '../../chain/types.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { listFromRlp, RlpError } from '../../primitives/rlp/item.ts';
import { define, optional } from '../dispatch/define.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import { assertChainIdAt } from '../execution/call-context.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { blockNumberParam, blockRefParam, latest } from '../params/block-ref.ts';
import { dataParam, hashParam } from '../params/bytes.ts';
import { callParam } from '../params/call-type.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { callTraceConfigParam, type TraceConfig, traceConfigParam } from '../tracing/trace-config.ts';
import { blockTraceExecution, callTraceExecution, transactionTraceExecution } from './trace-executions.ts';

const traceSchema: JsonSchema = {
  description: 'What the tracer returns; without one, gas, returnValue and structLogs.',
};
const blockTraceSchema: JsonSchema = { type: 'array', items: { type: 'object' } };

/** Traces of executions. */
export function traceMethods(executor: Executor): Methods {
  const { chain, limits } = executor.node;
  const at = (height: number) => ({ by: 'height', height }) as const;
  const blockTrace = (height: number, config: TraceConfig, call: Call) => {
    if (height === chain.identity.genesisHeight) throw new RpcError(-32000, 'genesis is not traceable');
    return executor.run(blockTraceExecution, { block: at(height), height, config }, call);
  };
  return {
    debug_traceTransaction: define(
      'Executes a transaction of a block again and traces it.',
      [hashParam('hash', 'Hash of the transaction.'), traceConfigParam],
      traceSchema,
      ([hash, config], call) => {
        const location = chain.locate(hash);
        if (location === undefined) throw new RpcError(-32000, 'transaction not found');
        const block = at(location.height);
        return executor.run(transactionTraceExecution, { block, location, config }, call);
      },
    ),
    debug_traceBlock: define(
      'Executes a block of the chain again, given in RLP, and traces each transaction.',
      [dataParam('block', 'The block in RLP, as debug_getRawBlock returns it.'), traceConfigParam],
      blockTraceSchema,
      ([bytes, config], call) => blockTrace(heightOfRlp(chain, bytes), config, call),
    ),
    debug_traceBlockByNumber: define(
      'Executes a block again and traces each transaction.',
      [blockNumberParam, traceConfigParam],
      blockTraceSchema,
      ([ref, config], call) => {
        if (ref.by === 'tag' && ref.tag === 'pending')
          throw new RpcError(-32000, 'tracing the pending block is not supported');
        return blockTrace(requireHeight(chain, ref), config, call);
      },
    ),
    debug_traceBlockByHash: define(
      'Executes a block again and traces each transaction.',
      [hashParam('hash', 'Hash of the block.'), traceConfigParam],
      blockTraceSchema,
      ([hash, config], call) => {
        const height = chain.heightOf(hash);
        if (height === undefined) throw new RpcError(-32000, `block ${hash} not found`);
        return blockTrace(height, config, call);
      },
    ),
    debug_traceCall: define(
      'Runs a call on the state after a block and traces it.',
      [callParam, optional(blockRefParam, latest), callTraceConfigParam(limits.maxOverrideSlots)],
      traceSchema,
      ([request, block, config], call) => {
        assertChainIdAt(request.chainId, chain, block);
        return executor.run(callTraceExecution, { call: request, block, config }, call);
      },
    ),
  };
}

/** Height of the block with these bytes. Throws an RpcError for bytes that are no block of the chain. */
function heightOfRlp(chain: ChainReader, bytes: Uint8Array): number {
  const hash = hashOfRlp(bytes);
  const height = chain.heightOf(hash);
  const block = height === undefined ? undefined : chain.block(height);
  if (height === undefined || block === undefined) throw new RpcError(-32000, `block ${hash} not found`);
  if (equalBytes(encodeBlock(block), bytes)) return height;
  throw new RpcError(-32000, `the transactions are not those of block ${hash}`);
}

/** Hash of the header, which is the first item. */
function hashOfRlp(bytes: Uint8Array): Hash {
  try {
    const [header] = listFromRlp(decodeRlp(bytes));
    return keccakHash(encodeRlp(listFromRlp(header)));
  } catch (error) {
    if (error instanceof RlpError) throw new RpcError(-32000, `could not decode block: ${error.message}`);
    throw error;
  }
}
