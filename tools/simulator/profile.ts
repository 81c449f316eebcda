import { noThreadFaults, type ThreadFaults } from './world/inline-thread.ts';

const threadFaults: ThreadFaults = { dies: 0.01, hasNoMemory: 0.005, isLate: 0.05, hangs: 0.03 };

/** Probabilities for each commit. */
const diskFaults = { 'slow disk': 0.03, 'full disk': 0.003, 'failing read': 0.003 } as const;

/** Probabilities of what CometBFT may do, and what a third of the validators may. */
const networkFaults = {
  'failed round': 0.1,
  /** a node hears of the decision before the proposal */
  'unheard proposal': 0.1,
  'mutated proposal': 0.1,
  /** a node is asked again for its proposal, or about one */
  'second proposal': 0.1,
  'second question': 0.1,
  /** a validator that could vote does not */
  'missing vote': 0.1,
  /** a validator is caught */
  evidence: 0.05,
  /** nodes are cut off, before each block */
  partition: 0.01,
  /** what a node sends another is lost, comes twice, or is garbage */
  'bad gossip': 0.1,
  /** a node joins when its network may have blocks already */
  'late join': 0.15,
} as const;

/** `perBlock`: probability, for each block, that the node is killed */
const kills = (perBlock: number) => ({
  kill: perBlock,
  'kill at commit': perBlock / 2,
  /** a node is ended in order, and starts with other settings */
  restart: perBlock / 2,
  /** a node that starts after it was killed is killed again */
  'kill at start': 0.2,
  /** a node without peers that was killed is exported, and begins again in an empty home */
  export: 0.3,
  /** a node that was killed gets an older copy of its data, or that one is made */
  'older data': 0.3,
});

/** What may go wrong, as decisions are called. */
export type Fault = keyof (typeof diskFaults & typeof networkFaults & ReturnType<typeof kills>);

/** What goes wrong in a run. */
export type Profile = {
  readonly threads: ThreadFaults;
  /** probabilities; what is not named does not happen */
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  /** clients behave badly: leave, send in pieces, read slowly, send nonsense */
  readonly clientsAreRude: boolean;
  /** probability that a node without peers has a developer, who sets its state and removes blocks */
  readonly develops: number;
};

const calm: Profile = { threads: noThreadFaults, faults: {}, clientsAreRude: false, develops: 0 };
const clients: Profile = { threads: threadFaults, faults: {}, clientsAreRude: true, develops: 0.3 };

export const profiles = {
  calm,
  clients,
  network: { ...calm, faults: networkFaults },
  disk: { ...calm, faults: { ...diskFaults, ...kills(0.02) }, develops: 0.3 },
  everything: { ...clients, faults: { ...diskFaults, ...networkFaults, ...kills(0.01) } },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;
