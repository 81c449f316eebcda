import { encodeSigned, restoreTransaction } from '../../../kernel/transaction/codec.ts';
import { feeCap, type Transaction, type UnsignedTransaction } from '../../../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../../../mempool/types.ts';
import type { Address } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import { define, ofChain } from '../../dispatch/define.ts';
import { contentMembers, signatureMembers, transactionText } from '../../evm-common/json/transaction-json.ts';
import { timeoutParam, type WaitForReceipt } from '../../evm-common/receipt-wait.ts';
import { requireSubmission } from '../../evm-common/require-submission.ts';
import { receiptSchema, transactionSchema } from '../../evm-common/schemas.ts';
import type { JsonValue } from '../../json-value.ts';
import type { JsonSchema, Methods } from '../../method.ts';
import { addressSchema, dataSchema, hashSchema } from '../../params/bytes.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { signedCallParam } from '../../params/call-type.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call } from '../../session.ts';
import { type FillDependencies, fillTransaction, type PricedRequest, withGas } from './fill-transaction.ts';
import { messageMethods } from './message-methods.ts';
import type { Signers } from './signers.ts';

const pairSchema: JsonSchema = { type: 'object', properties: { raw: dataSchema, tx: { type: 'object' } } };

type SubmitDependencies = FillDependencies & { readonly waitForReceipt: WaitForReceipt };
type Sign = (tx: UnsignedTransaction, sender: Address) => Transaction;

/** Completes, signs and submits a transaction. */
export function sendWith(
  dependencies: FillDependencies,
  signers: Signers,
): (request: CallRequest, call: Call) => Promise<Hash> {
  const send = transactionsBy(dependencies, signers, (tx, sender) => signers.sign(tx, sender));
  return (request, call) =>
    send(request, call, (transaction) => {
      dependencies.node.add(transaction);
      return transaction.hash;
    });
}

/** Completes and signs a transaction, and passes it on in one go: the next gets the next nonce. */
function transactionsBy(dependencies: FillDependencies, signers: Signers, sign: Sign) {
  return async <T>(request: CallRequest, call: Call, submit: (transaction: Transaction) => T): Promise<Awaited<T>> => {
    requireSubmission(dependencies.limits);
    const complete = await pricedBy(dependencies, signers, request, call);
    return await submit(sign(fillTransaction(dependencies, complete), complete.from));
  };
}

function pricedBy(
  dependencies: FillDependencies,
  signers: Signers,
  request: CallRequest,
  call: Call,
): Promise<PricedRequest> {
  const from = request.from ?? signers.addresses[0];
  if (from === undefined) throw noSender();
  return withGas(dependencies, { ...request, from }, call);
}

function noSender(): RpcError {
  return new RpcError(-32000, 'no sender: give `from`');
}

/** Methods of a node that holds keys. */
export function signingMethods(dependencies: SubmitDependencies, signers: Signers): Methods {
  const priced = (request: CallRequest, call: Call) => pricedBy(dependencies, signers, request, call);
  const sign = (request: PricedRequest) => signers.sign(fillTransaction(dependencies, request), request.from);
  const { executor } = dependencies;
  return {
    eth_accounts: define(
      'Accounts that the node signs for.',
      [],
      { type: 'array', items: addressSchema },
      () => signers.listed,
    ),
    eth_requestAccounts: define(
      'Accounts that the node signs for, as wallets return them (EIP-1102).',
      [],
      { type: 'array', items: addressSchema },
      () => signers.listed,
    ),
    eth_pendingTransactions: define(
      'Waiting transactions of the accounts that the node signs for.',
      [],
      { type: 'array', items: transactionSchema },
      (_, call) => executor.texts.make(() => pendingOf(signers.addresses, dependencies.node.mempool), call),
    ),
    ...submittingMethods(dependencies, signers),
    eth_fillTransaction: define('Completes a transaction.', [signedCallParam], pairSchema, async ([request], call) => {
      const complete = await priced(request, call);
      const unsigned = fillTransaction(dependencies, complete);
      return pairOf(restoreTransaction(encodeSigned(unsigned, noSignature), complete.from));
    }),
    eth_signTransaction: define(
      'Completes and signs a transaction.',
      [signedCallParam],
      pairSchema,
      async ([request], call) => {
        const tx = sign(await priced(request, call));
        return pairOf(tx, feeCap(tx));
      },
    ),
    ...messageMethods(signers, executor.texts),
  };
}

function submittingMethods(dependencies: SubmitDependencies, signers: Signers): Methods {
  const { node, waitForReceipt } = dependencies;
  const send = sendWith(dependencies, signers);
  const sendSigned = transactionsBy(dependencies, signers, (tx, sender) => signers.sign(tx, sender));
  const sendForAll = transactionsBy(dependencies, signers, (tx, sender) => signers.signForAll(tx, sender));
  return {
    eth_sendTransaction: define(
      'Completes, signs and submits a transaction.',
      [signedCallParam],
      hashSchema,
      ([request], call) => send(request, call),
    ),
    eth_sendUnsignedTransaction: define(
      'Completes and submits a transaction of any account, whoever has its key.',
      [signedCallParam],
      hashSchema,
      ([request], call) => {
        if (request.from === undefined) throw noSender();
        return sendForAll(request, call, (transaction) => {
          node.add(transaction);
          return transaction.hash;
        });
      },
    ),
    eth_sendTransactionSync: ofChain(
      define(
        'Completes, signs and submits a transaction, and waits for its receipt.',
        [signedCallParam, timeoutParam],
        receiptSchema,
        ([request, milliseconds], call) =>
          sendSigned(request, call, (transaction) =>
            waitForReceipt(transaction.hash, milliseconds, () => node.add(transaction), call),
          ),
      ),
    ),
  };
}

/** JSON text, in pieces, of the waiting transactions of these accounts. */
function* pendingOf(addresses: readonly Address[], mempool: MempoolReader): Iterable<string> {
  let separator = '[';
  for (const address of addresses)
    for (const tx of mempool.contentOf(address).pending) {
      yield separator + transactionText(tx);
      separator = ',';
    }
  yield separator === '[' ? '[]' : ']';
}

/** What alloy and others need to decode a transaction that nobody has signed, as go-ethereum and anvil have it. */
const noSignature = { r: 0n, s: 0n, yParity: 0 } as const;

/**
 * The bytes and the members of a transaction. Those of one with a fee cap have `price` as their gasPrice (the published
 * shape of what is signed), or none, where clients send the members back: two prices contradict each other.
 */
function pairOf(tx: Transaction, price?: bigint): JsonValue {
  const members = `"hash":"${tx.hash}",${contentMembers(tx, price)},${signatureMembers(tx)}`;
  return { raw: toHex(tx.raw), tx: new JsonText(`{${members}}`) };
}
