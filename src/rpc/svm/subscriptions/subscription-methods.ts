import type { ListenerOwner } from '../../../primitives/listeners.ts';
import { Deliveries, sent } from '../../deliveries.ts';
import { define } from '../../dispatch/define.ts';
import { createGuard } from '../../guard.ts';
import type { Method, Methods } from '../../method.ts';
import type { SvmRpcOptions } from '../../options.ts';
import { mapValue } from '../../params/param-type.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call } from '../../session.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { invalidParams } from '../errors.ts';
import { accountOptionsParam } from '../params/account-options.ts';
import { contextMembers, contextParam, optionsParam } from '../params/context-options.ts';
import { programOptionsParam } from '../params/program-options.ts';
import { booleanType, optionsType } from '../params/svm-type.ts';
import { blockUpdateOptionsParam } from '../params/transaction-options.ts';
import { boolean, integer } from '../schemas.ts';
import { AccountFeed } from './account-feed.ts';
import { BlockFeed } from './block-feed.ts';
import { BlockView, changedByRemoval, rewoundState } from './block-view.ts';
import { LogsFeed } from './logs-feed.ts';
import {
  blockFilterParam,
  logsFilterParam,
  subscribedKeyParam,
  subscribedSignatureParam,
  subscriptionIdParam,
} from './params.ts';
import { ProgramFeed } from './program-feed.ts';
import { type Message, type Subscriber, type SubscriptionLimits, SubscriptionRegistry } from './registry.ts';
import { RewoundAccounts } from './rewound-accounts.ts';
import { SignatureFeed } from './signature-feed.ts';
import { rootMessages, SlotFeed, slotMessages, slotUpdateMessages } from './slot-feed.ts';
import { voteMessages } from './vote-messages.ts';

const kinds = ['account', 'block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates', 'vote'] as const;
type Kind = (typeof kinds)[number];

/** The kinds that are served only where a key of `[svm-rpc]` says so. */
const switches = { block: 'enable-block-subscription', vote: 'enable-vote-subscription' } as const;
type SubscriptionOptions = SubscriptionLimits & Pick<SvmRpcOptions, (typeof switches)[keyof typeof switches]>;

/** The subscription methods; `close` stops all notifications. */
export type Subscriptions = { readonly methods: Methods; readonly close: () => void };

/** Listens to the node and notifies the subscribers of each block. */
export function openSubscriptions(dependencies: SvmDependencies, options: SubscriptionOptions): Subscriptions {
  const { chain, node, now } = dependencies;
  const deliveries = new Deliveries(node.faults, node.mainThread);
  const registry = new SubscriptionRegistry(options, deliveries, node.faults);
  const feeds = {
    account: new AccountFeed(dependencies, registry),
    block: new BlockFeed(dependencies, registry),
    logs: new LogsFeed(registry),
    program: new ProgramFeed(registry),
    root: new SlotFeed(registry, 'rootNotification', rootMessages),
    signature: new SignatureFeed(chain, node, registry),
    slot: new SlotFeed(registry, 'slotNotification', slotMessages),
    slotsUpdates: new SlotFeed(registry, 'slotsUpdatesNotification', (block) => slotUpdateMessages(block, now())),
    vote: new SlotFeed(registry, 'voteNotification', voteMessages),
  };
  const send = (kind: Kind | 'received', messages: Iterable<Message | undefined>) =>
    deliveries.share(kind, distribute(registry, deliveries, messages));
  const guard = createGuard(node.faults, 'messages after blocks were removed', () => {});
  const rewound = new RewoundAccounts((before) =>
    guard(() => {
      const state = rewoundState(chain, before);
      for (const kind of ['account', 'program'] as const) send(kind, feeds[kind].messages(state));
    }),
  );
  let newest = chain.head().number;
  const owner: ListenerOwner = { kind: 'client', name: 'subscriptions of the SVM interface' };
  const endings = [
    node.onBlock(owner, (committed) => {
      newest = committed.block.header.number;
      if (registry.isEmpty) return; // the transactions that wait for this block wait for its listeners, too
      const block = new BlockView(chain, committed);
      for (const kind of kinds) send(kind, feeds[kind].messages(block));
    }),
    node.onPendingTransaction(owner, (transaction) => {
      if (feeds.signature.isWanted(transaction)) send('received', feeds.signature.receivedMessages(transaction));
    }),
    node.development?.onRewind(owner, (event) => {
      feeds.account.invalidate();
      if (event.height < newest && !registry.isEmpty) rewound.add(changedByRemoval(event));
      newest = event.height;
    }),
  ];
  return {
    methods: withoutDisabled({ ...subscribeMethods(feeds), ...unsubscribeMethods(registry) }, options),
    close: () => {
      for (const end of endings) end?.();
    },
  };
}

/** As in the reference, a subscription that is off is a method that does not exist. */
function withoutDisabled(methods: Methods, options: SubscriptionOptions): Methods {
  const isDisabled = (name: string) =>
    Object.entries(switches).some(([kind, key]) => !options[key] && name.startsWith(kind));
  return Object.fromEntries(Object.entries(methods).filter(([name]) => !isDisabled(name)));
}

/** Has each session send what is for it, to the subscriptions that existed when the event occurred. */
function distribute(
  registry: SubscriptionRegistry,
  deliveries: Deliveries,
  messages: Iterable<Message | undefined>,
): Iterable<void> {
  const { lastId } = registry;
  function* sendEach(message: Message) {
    for (const to of message.to) {
      if (to.id <= lastId) registry.send(to, message);
      yield sent;
    }
  }
  function* share() {
    for (const message of messages) {
      const [first] = message?.to ?? [];
      if (message !== undefined && first !== undefined) deliveries.add(first, sendEach(message), message.to.size);
      yield;
    }
  }
  return share();
}

type Feeds = {
  readonly account: AccountFeed;
  readonly block: BlockFeed;
  readonly logs: LogsFeed;
  readonly program: ProgramFeed;
  readonly signature: SignatureFeed;
} & Readonly<Record<'root' | 'slot' | 'slotsUpdates' | 'vote', SlotFeed>>;

const signatureOptionsParam = optionsParam(
  mapValue(
    optionsType({ ...contextMembers, enableReceivedNotification: booleanType }),
    ({ enableReceivedNotification = false }) => enableReceivedNotification,
  ),
  'Options: commitment, enableReceivedNotification.',
);

function subscribeMethods(feeds: Feeds): Methods {
  const toBlocks = (kind: 'root' | 'slot' | 'slotsUpdates' | 'vote', summary: string) =>
    define(summary, [], integer, (_, call) => feeds[kind].subscribe(subscriberOf(call)));
  return {
    accountSubscribe: define(
      'Notifies when the lamports or the data of an account change.',
      [subscribedKeyParam, accountOptionsParam],
      integer,
      ([key, options], call) => feeds.account.subscribe(subscriberOf(call), key.bytes, options),
    ),
    programSubscribe: define(
      'Notifies when an account of a program changes.',
      [{ ...subscribedKeyParam, name: 'program' }, programOptionsParam],
      integer,
      ([program, options], call) => feeds.program.subscribe(subscriberOf(call), program, options),
    ),
    logsSubscribe: define(
      'Notifies of the log messages of transactions.',
      [logsFilterParam, contextParam],
      integer,
      ([filter], call) => feeds.logs.subscribe(subscriberOf(call), filter),
    ),
    signatureSubscribe: define(
      'Notifies once of the outcome of a transaction.',
      [subscribedSignatureParam, signatureOptionsParam],
      integer,
      ([{ transaction }, notifiesReceipt], call) =>
        feeds.signature.subscribe(subscriberOf(call), { transaction, notifiesReceipt }),
    ),
    blockSubscribe: define(
      'Notifies of every block, or of the transactions of a block that mention an account.',
      [blockFilterParam, blockUpdateOptionsParam],
      integer,
      ([filter, options], call) => feeds.block.subscribe(subscriberOf(call), filter, options),
    ),
    voteSubscribe: toBlocks('vote', 'Notifies of every vote of a validator for the block before.'),
    slotSubscribe: toBlocks('slot', 'Notifies of every new slot.'),
    rootSubscribe: toBlocks('root', 'Notifies of every slot that has become final.'),
    slotsUpdatesSubscribe: toBlocks('slotsUpdates', 'Notifies of every stage of every slot.'),
  };
}

function unsubscribeMethods(registry: SubscriptionRegistry): Methods {
  const unsubscribe = (kind: Kind): [string, Method] => [
    `${kind}Unsubscribe`,
    define('Ends a subscription.', [subscriptionIdParam], boolean, ([id], call) => {
      if (!registry.close(subscriberOf(call).session, id)) throw invalidParams('Invalid subscription id.');
      return true;
    }),
  ];
  return Object.fromEntries(kinds.map(unsubscribe));
}

/** Subscriptions live on a WebSocket; to plain HTTP these methods do not exist. */
function subscriberOf({ session, client, signal }: Call): Subscriber {
  if (session === undefined) throw new RpcError(-32601, 'Method not found');
  return { session, client, signal };
}
