import { define, optional } from '../../dispatch/define.ts';
import type { Methods, Param } from '../../method.ts';
import { paramOf } from '../../params/param-type.ts';
import { quantitySchema } from '../../params/quantity.ts';
import { textType } from '../../params/text.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call } from '../../session.ts';
import { randomIdType } from '../random-id.ts';
import { parseTopic } from './subscription.ts';
import type { Subscriber, SubscriptionHub } from './subscription-hub.ts';

const kind = paramOf(
  'kind',
  'newHeads, newBlockSummaries, logs, newPendingTransactions, transactionReceipts or syncing.',
  textType,
);
const options: Param = {
  name: 'options',
  description:
    'logs: address and topics. newPendingTransactions: true for whole transactions. transactionReceipts: transactionHashes.',
  required: true,
  schema: {},
  parse: (json) => json,
};
const id = paramOf('subscription', 'What eth_subscribe returned.', randomIdType);

/** Subscriptions of WebSocket connections; they end with the connection. */
export function subscriptionMethods(hub: SubscriptionHub): Methods {
  return {
    eth_subscribe: define(
      'Subscribes to events over this WebSocket connection; returns the id that the messages carry.',
      [kind, optional(options, undefined)],
      quantitySchema,
      ([wanted, detail], call) => hub.add(requireSession(call), parseOptions(wanted, detail)),
    ),
    eth_unsubscribe: define('Ends a subscription of this connection.', [id], { type: 'boolean' }, ([wanted], call) => {
      if (!hub.remove(requireSession(call).session, wanted)) throw new RpcError(-32000, 'subscription not found');
      return true;
    }),
  };
}

function parseOptions(wanted: string, detail: unknown) {
  try {
    return parseTopic(wanted, detail);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcError(-32602, `invalid argument 1: ${error.message}`);
    throw error;
  }
}

function requireSession({ session, client, signal }: Call): Subscriber {
  if (session === undefined) throw new RpcError(-32601, 'notifications not supported');
  return { session, client, signal };
}
