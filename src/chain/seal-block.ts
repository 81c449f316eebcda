import { keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Steps } from '../primitives/steps.ts';
import type { BlockBuilder } from './block-builder.ts';
import { blockSize } from './block-rlp.ts';
import { unionOfBlooms } from './bloom.ts';
import { encodeHeader } from './header-codec.ts';
import { orderedRootInSteps } from './ordered-root.ts';
import { encodeReport } from './proposer-report-codec.ts';
import { encodeReceiptsInSteps } from './receipt-rlp.ts';
import type { Block, Header, SealedHeader } from './types.ts';

/** The finished block of a builder. `stateRoot` is the root of the builder's state. */
export function* sealBlock(builder: BlockBuilder, parentHash: Hash, stateRoot: Hash): Steps<Block> {
  const { environment, report, transactions, receipts } = builder;
  const transactionsRoot = yield* orderedRootInSteps(transactions.map(({ raw }) => raw));
  const receiptsRoot = yield* orderedRootInSteps(yield* encodeReceiptsInSteps(receipts));
  return toBlock(
    {
      number: Number(environment.number),
      parentHash,
      miner: environment.coinbase,
      stateRoot,
      transactionsRoot,
      receiptsRoot,
      logsBloom: unionOfBlooms(receipts.map(({ logsBloom }) => logsBloom)),
      gasLimit: environment.gasLimit,
      gasUsed: builder.gasUsed,
      timestamp: Number(environment.timestamp),
      extraData: encodeReport(report),
      prevRandao: environment.prevRandao,
      baseFee: environment.baseFee,
    },
    transactions,
  );
}

/** Header and transactions → block, with the hash, the size and the number of transactions. */
export function toBlock(header: Header, transactions: Block['transactions']): Block {
  const rlp = encodeHeader(header);
  const size = blockSize(rlp.length, transactions);
  const sealed: SealedHeader = {
    number: header.number,
    parentHash: header.parentHash,
    miner: header.miner,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    logsBloom: header.logsBloom,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp: header.timestamp,
    extraData: header.extraData,
    prevRandao: header.prevRandao,
    baseFee: header.baseFee,
    hash: keccakHash(rlp),
    size,
    transactionCount: transactions.length,
  };
  return { header: sealed, transactions };
}
