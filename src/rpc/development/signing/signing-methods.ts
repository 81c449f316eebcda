import { encodeSigned, restoreTransaction } from '../../../kernel/transaction/codec.ts';
import { feeCap, type Transaction } from '../../../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../../../mempool/types.ts';
import type { Address } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import { define } from '../../dispatch/define.ts';
import { contentMembers, signatureMembers, transactionText } from '../../evm-common/json/transaction-json.ts';
import { requireSubmission } from '../../evm-common/require-submission.ts';
import { transactionSchema } from '../../evm-common/schemas.ts';
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

/** Completes, signs and submits a transaction. */
export function sendWith(
  dependencies: FillDependencies,
  signers: Signers,
): (request: CallRequest, call: Call) => Promise<Hash> {
  return async (request, call) => {
    requireSubmission(dependencies.limits);
    const complete = await pricedBy(dependencies, signers, request, call);
    // in one go with the submission: the next gets the next nonce
    const transaction = signers.sign(fillTransaction(dependencies, complete), complete.from);
    dependencies.node.add(transaction);
    return transaction.hash;
  };
}

function pricedBy(
  dependencies: FillDependencies,
  signers: Signers,
  request: CallRequest,
  call: Call,
): Promise<PricedRequest> {
  const from = request.from ?? signers.addresses[0];
  if (from === undefined) throw new RpcError(-32000, 'no sender: give `from`');
  return withGas(dependencies, { ...request, from }, call);
}

/** Methods of a node that holds keys. */
export function signingMethods(dependencies: FillDependencies, signers: Signers): Methods {
  const priced = (request: CallRequest, call: Call) => pricedBy(dependencies, signers, request, call);
  const sign = (request: PricedRequest) => signers.sign(fillTransaction(dependencies, request), request.from);
  const { executor } = dependencies;
  const send = sendWith(dependencies, signers);
  return {
    eth_accounts: define(
      'Accounts that the node signs for.',
      [],
      { type: 'array', items: addressSchema },
      () => signers.addresses,
    ),
    eth_requestAccounts: define(
      'Accounts that the node signs for, as wallets return them (EIP-1102).',
      [],
      { type: 'array', items: addressSchema },
      () => signers.addresses,
    ),
    eth_pendingTransactions: define(
      'Waiting transactions of the accounts that the node signs for.',
      [],
      { type: 'array', items: transactionSchema },
      (_, call) => executor.texts.make(() => pendingOf(signers.addresses, dependencies.node.mempool), call),
    ),
    eth_sendTransaction: define(
      'Completes, signs and submits a transaction.',
      [signedCallParam],
      hashSchema,
      ([request], call) => send(request, call),
    ),
    eth_sendUnsignedTransaction: define(
      'Submits a transaction of an impersonated account.',
      [signedCallParam],
      hashSchema,
      ([request], call) => send(request, call),
    ),
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
