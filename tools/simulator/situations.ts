import { actNames } from '../reference-model/development-acts.ts';

/** How often each named situation was reached in this process since the last `takeSituations`. */
const reached = new Map<string, number>();

/** Notes that a run has come to a situation which long runs must come to. */
export function situation(name: SituationName): void {
  reached.set(name, (reached.get(name) ?? 0) + 1);
}

/** What was reached since the last call. */
export function takeSituations(): ReadonlyMap<string, number> {
  const taken = new Map(reached);
  reached.clear();
  return taken;
}

/** Situations that every node comes to when everything goes wrong for long enough. */
const ofNodes = [
  'a thread answers late',
  'a thread dies',
  'a thread has no memory',
  'a thread hangs',
  'an execution is given up',
  'a client closes its half',
  'a client leaves',
  'a transaction replaces another',
  'a nonce is left out',
  'a gap of nonces stays',
  'an account spends its last coin',
  'many executions of one client wait',
  'many authorizations are sent',
  'a transaction with blobs is refused',
  'a transaction is too long',
  'a replacement pays too little',
  'a long response follows many short ones',
  'a subscriber leaves',
  'a client leaves a WebSocket while it waits',
  'a request has no answer, its connection is closed',
  'a filter returns several blocks',
  'a filter tells that logs are gone',
  'a client waits for a receipt',
  'an SVM subscriber has heard all of a slot',
  'an SVM subscriber hears of an outcome',
  'a receipt does not come in time',
  'no further receipt may be waited for',
  'a block is empty',
  'a block has 20 transactions',
  'a node is killed',
  'a node ends by itself',
  'a started node has a block that nobody has heard of',
  'a node is killed while it starts',
  'a chain continues from its export',
  'a node is killed before its rows are written',
  'a node is killed before its head has moved',
  'a node is killed when its head has moved',
  'a node is killed after a commit that takes no time',
  'a node restarts in order',
  'a node starts with older data',
  'a transaction fails',
  'a message arrives in pieces',
  'the disk is full',
  'the disk cannot be read',
  'the disk is slow',
  'the gas of a block is full',
  'the bytes of a block are full',
  'a client never ends its request',
  'the pool is full',
  'the pool is full while a block has it checked again',
  'a full pool has dropped a transaction',
  'an account has its limit in the pool',
  'a batch is longer than its limit',
  'a response is longer than its limit',
  'the response to a batch is full',
  'a body is longer than its limit',
  'a trace is longer than its limit',
  'no further execution may wait',
  'a call overrides too much',
  'a body has too many values',
  'no filter is left',
  'a client has its limit of filters',
  'filters name too much',
  'no subscription is left',
  'a connection has its limit of subscriptions',
  'no WebSocket connection is left',
  'a slow reader is disconnected',
  'a search finds too many logs',
  'a client asks too often',
  'no connection is left',
  'a client has its limit of connections',
] as const;

/** Where a developer takes a node without peers. */
const ofDevelopers = [...actNames, 'a subscriber hears of blocks in place of others'] as const;

/** Of those, what a network does not come to: it makes no block without consensus. */
const alone: readonly string[] = [
  'a chain continues from its export',
  'a gap of nonces stays',
  'a started node has a block that nobody has heard of',
];

/** The same for networks. */
const ofNetworks = [
  'the validators change',
  'a validator is caught',
  'a validator is caught again',
  'a node is cut off',
  'a network has no quorum',
  'a node has not heard of a proposal',
  'two rounds of a height fail',
  'a round fails after its proposal',
  'a proposal is rejected',
  'a proposal is mutated',
  'a node is killed while consensus waits for a block',
  'consensus is one block ahead at a handshake',
  'a node is behind at its handshake',
  'a node has all blocks at its handshake',
] as const;

/** What blocks have and modules have done, by what the model says. */
const byEvent = {
  'type 0': 'a transaction of type 0 is in a block',
  'type 1': 'a transaction of type 1 is in a block',
  'type 4': 'a transaction of type 4 is in a block',
  'type 81': 'a transaction with a post-quantum signature is in a block',
  program: 'a contract of the fuzzer is created',
  authorization: 'an account begins to run the code of another',
  'authority.ParamsChanged': 'parameters change',
  'authority.TreasurySpent': 'the treasury pays',
  'bank.BankTransfer': 'the bank pays',
  'bank.GiftMoved': 'a gift to the chain is moved',
  'burn.FeeDistributed': 'fees are split',
  'crossvm.CrossvmRequest': 'a message to another machine waits',
  'crossvm.CrossvmResponse': 'a message to another machine has run',
  'distribution.RewardsWithdrawn': 'rewards are withdrawn',
  'gasabstraction.LiquidityAdded': 'the module for fees gets coins',
  'governance.Deposited': 'a deposit is made',
  'governance.Ended': 'a proposal is over',
  'governance.Reclaimed': 'a deposit comes back',
  'governance.Voted': 'an account votes',
  'governance.VotingBegan': 'a vote begins',
  'inflation.EpochMinted': 'an epoch is minted',
  'lightnode.LightNodeEpochEnded': 'an epoch of light nodes ends',
  'multilayer.PaychainRegistered': 'a layer is founded',
  'qca.PoolAssigned': 'a validator comes into a pool',
  'rdk.RollupCreated': 'a rollup is founded',
  'rdk.StakeReturned': 'the stake of a rollup comes back',
  'rlconsensus.ObservationCollected': 'PRISM takes a sample',
  'staking.Delegated': 'coins are bonded',
  'staking.Unbonded': 'coins have unbonded',
  'staking.Undelegated': 'coins begin to unbond',
  'svm.SvmDeposit': 'coins go to the SVM side',
  'xqore.PvpRebase': 'penalties are counted',
  'xqore.XqoreLocked': 'coins are locked',
  'xqore.XqoreUnlocked': 'a lock ends early',
} as const;

export type SituationName =
  | (typeof ofNodes | typeof ofDevelopers | typeof ofNetworks)[number]
  | (typeof byEvent)[keyof typeof byEvent];

/** Notes what the model tells. */
export function eventSituation(name: string): void {
  if (Object.hasOwn(byEvent, name)) situation(byEvent[name as keyof typeof byEvent]);
}

/** What a long run with so many nodes must come to: otherwise its clients and faults are too weak. */
export function expectedSituations(nodes: number): readonly SituationName[] {
  const ofAll = [...ofNodes, ...Object.values(byEvent)];
  return nodes === 1 ? [...ofAll, ...ofDevelopers] : [...ofAll.filter((name) => !alone.includes(name)), ...ofNetworks];
}
