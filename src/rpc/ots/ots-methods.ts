import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { asHash, type Hash } from '../../primitives/hash.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { define, optional } from '../dispatch/define.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { headerMembers } from '../evm-common/json/header-json.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import { heightOf, readAt, requireState } from '../evm-common/resolve-block.ts';
import { blockSchema, nullable, transactionSchema } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { type BlockRef, latest } from '../params/block-ref.ts';
import { addressParam, addressSchema, dataSchema, hashParam, hashSchema } from '../params/bytes.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import type { FrameView } from './frame-traces.ts';
import {
  blockDetailsExecution,
  blockPageExecution,
  creatorExecution,
  frameViewExecution,
  searchExecution,
  senderNonceExecution,
} from './ots-executions.ts';
import {
  heightParam,
  looseBlockParam,
  looseBlockRefParam,
  nonceParam,
  pageNumberParam,
  pageSizeParam,
} from './ots-params.ts';

type Dependencies = Pick<EthDependencies, 'chain' | 'node'>;

/** The level of Otterscan's interface that these methods implement. */
const apiLevel = 8;

const hash = hashParam('hash', 'Hash of the transaction.');
const account = addressParam('address', 'The account.');
const listSchema: JsonSchema = { type: 'array', items: { type: 'object' } };
const objectOrNull = nullable({ type: 'object' });
const pageSchema: JsonSchema = {
  type: 'object',
  properties: { txs: listSchema, receipts: listSchema, firstPage: { type: 'boolean' }, lastPage: { type: 'boolean' } },
};

/** The ots_ namespace of the explorer Otterscan. Indexes and history are sufficient: no block is searched. */
export function otsMethods(dependencies: Dependencies, executor: Executor): Methods {
  return {
    ...accountMethods(dependencies, executor),
    ...blockMethods(dependencies, executor),
    ...frameMethods(dependencies, executor),
  };
}

function accountMethods({ chain, node }: Dependencies, executor: Executor): Methods {
  const search = (direction: 'before' | 'after') =>
    define(
      `Transactions that touched an account in blocks ${direction} one, newest first.`,
      [account, heightParam, pageSizeParam],
      pageSchema,
      ([address, height, pageSize], call) =>
        executor.run(searchExecution, { account: address, height, pageSize, direction }, call),
    );
  return {
    ots_hasCode: define(
      'Whether an account has code.',
      [account, optional(looseBlockRefParam, latest)],
      { type: 'boolean' },
      ([address, block]) =>
        readAt(
          node,
          block,
          () => (requireState(chain, block).account(address)?.codeHash ?? emptyCodeHash) !== emptyCodeHash,
        ),
    ),
    ots_searchTransactionsBefore: search('before'),
    ots_searchTransactionsAfter: search('after'),
    ots_getTransactionBySenderAndNonce: define(
      'Hash of the transaction with that sender and nonce.',
      [account, nonceParam],
      nullable(hashSchema),
      ([address, nonce], call) => executor.run(senderNonceExecution, { account: address, nonce: BigInt(nonce) }, call),
    ),
    ots_getContractCreator: define(
      'The transaction that created a contract, and the account that did so in it.',
      [account],
      nullable({ type: 'object', properties: { hash: hashSchema, creator: addressSchema } }),
      ([address], call) => executor.run(creatorExecution, { account: address }, call),
    ),
  };
}

function blockMethods({ chain }: Dependencies, executor: Executor): Methods {
  const details = (ref: BlockRef, call: Call) => {
    const height = heightOf(chain, ref);
    return height === undefined ? null : executor.run(blockDetailsExecution, { height }, call);
  };
  return {
    ots_getApiLevel: define('Version of this interface.', [], { type: 'integer' }, () => apiLevel),
    ots_getBlockDetails: define(
      'A block without transactions, with its issuance and fees.',
      [looseBlockParam],
      objectOrNull,
      ([ref], call) => details(ref, call),
    ),
    ots_getBlockDetailsByHash: define(
      'A block without transactions, with its issuance and fees.',
      [hashParam('hash', 'Hash of the block.')],
      objectOrNull,
      ([blockHash], call) => details({ by: 'hash', hash: blockHash }, call),
    ),
    ots_getBlockTransactions: define(
      'A page of the transactions of a block, with their receipts but without logs and most of their input.',
      [looseBlockParam, pageNumberParam, pageSizeParam],
      objectOrNull,
      ([ref, pageNumber, pageSize], call) => {
        const height = heightOf(chain, ref);
        return height === undefined ? null : executor.run(blockPageExecution, { height, pageNumber, pageSize }, call);
      },
    ),
    erigon_getHeaderByNumber: define('Header by number or tag.', [looseBlockParam], nullable(blockSchema), ([ref]) => {
      const height = heightOf(chain, ref);
      const header = height === undefined ? undefined : chain.header(height);
      return header === undefined ? null : new JsonText(`{${headerMembers(header)}}`);
    }),
  };
}

function frameMethods({ chain }: Dependencies, executor: Executor): Methods {
  const show = (wanted: Hash, view: FrameView, call: Call) => {
    const location = chain.locate(wanted);
    if (location === undefined) throw new RpcError(-32000, 'transaction not found');
    const block: BlockRef = { by: 'height', height: location.height };
    return executor.run(frameViewExecution, { block, location, view }, call);
  };
  return {
    ots_traceTransaction: define('The calls of a transaction.', [hash], listSchema, ([wanted], call) =>
      show(wanted, 'entries', call),
    ),
    ots_getInternalOperations: define(
      'Transfers, creations and self-destructs inside a transaction.',
      [hash],
      listSchema,
      ([wanted], call) => show(wanted, 'operations', call),
    ),
    ots_getTransactionError: define('What a failed transaction returned.', [hash], dataSchema, ([wanted], call) =>
      show(wanted, 'error', call),
    ),
  };
}

/** anvil's name for the whole transaction; on development networks. */
export function senderAndNonceMethods({ chain, node }: Dependencies, executor: Executor): Methods {
  return {
    eth_getTransactionBySenderAndNonce: define(
      'Transaction by its sender and nonce, in a block or waiting.',
      [account, nonceParam],
      nullable(transactionSchema),
      async ([sender, number], call) => {
        const wanted = BigInt(number);
        const waiting = node.mempool.contentOf(sender);
        const found = [...waiting.pending, ...waiting.queued].find((tx) => tx.nonce === wanted);
        if (found !== undefined) return new JsonText(transactionText(found));
        const request = { account: sender, nonce: wanted };
        const mined = asHash(String(JSON.parse(writeJson(await executor.run(senderNonceExecution, request, call)))));
        const at = mined === undefined ? undefined : chain.locate(mined);
        const [header, transaction] = at === undefined ? [] : [chain.header(at.height), chain.transaction(at)];
        return header && transaction ? new JsonText(transactionText(transaction, header, at?.index)) : null;
      },
    ),
  };
}
