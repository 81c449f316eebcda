import { encodeHeader } from '../../chain/header-codec.ts';
import { toHex } from '../../primitives/hex.ts';
import { define, ofChain } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import type { BlockRead, BlockReadRequest, BlockReads } from '../execution/long-blocks.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockRefParam } from '../params/block-ref.ts';
import { dataSchema, hashParam } from '../params/bytes.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { rawBlockRead, rawReceiptsRead } from './raw-reads.ts';

/** Blocks, headers, receipts and transactions in their hashed encoding. */
export function rawMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>, reads: BlockReads): Methods {
  const at = <T>(ref: BlockRef, read: (height: number) => T | undefined): T => {
    const height = heightOf(chain, ref);
    const found = height === undefined ? undefined : read(height);
    if (found === undefined)
      throw new RpcError(-32000, ref.by === 'height' ? `block #${ref.height} not found` : 'block not found');
    return found;
  };
  const read = (kind: BlockRead<BlockReadRequest>, ref: BlockRef, call: Call) =>
    reads.read(kind, { block: { by: 'height', height: at(ref, (height) => height) } }, call);
  return {
    debug_getRawBlock: ofChain(
      define('A block in RLP.', [blockRefParam], dataSchema, ([ref], call) => read(rawBlockRead, ref, call)),
    ),
    debug_getRawHeader: define('A header in RLP.', [blockRefParam], dataSchema, ([ref]) =>
      toHex(encodeHeader(at(ref, (height) => chain.header(height)))),
    ),
    debug_getRawReceipts: ofChain(
      define(
        'The receipts of a block, each in RLP.',
        [blockRefParam],
        { type: 'array', items: dataSchema },
        ([ref], call) => read(rawReceiptsRead, ref, call),
      ),
    ),
    debug_getRawTransaction: define(
      'A transaction as it was signed; no bytes for one that is not known.',
      [hashParam('hash', 'Hash of the transaction.')],
      dataSchema,
      ([hash]) => {
        const location = chain.locate(hash);
        const transaction = location === undefined ? node.mempool.get(hash) : chain.transaction(location);
        return transaction === undefined ? '0x' : toHex(transaction.raw);
      },
    ),
    debug_getBadBlocks: define('None: invalid blocks are never stored.', [], { type: 'array' }, () => []),
  };
}
