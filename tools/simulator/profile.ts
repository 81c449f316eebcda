import { type NetworkFaults, noNetworkFaults } from './network/network-faults.ts';
import { type DiskFaults, noDiskFaults } from './world/disk.ts';
import { noThreadFaults, type ThreadFaults } from './world/inline-thread.ts';

/** What goes wrong in a run. */
export type Profile = {
  readonly threads: ThreadFaults;
  readonly disk: DiskFaults;
  readonly network: NetworkFaults;
  /** probability, for each block, that the node is killed */
  readonly kills: number;
  /** clients behave badly: leave, send in pieces, read slowly, send nonsense */
  readonly clientsAreRude: boolean;
  /** probability that a node without peers has a developer, who sets its state and removes blocks */
  readonly develops: number;
};

const threadFaults: ThreadFaults = { dies: 0.01, hasNoMemory: 0.005, isLate: 0.05, hangs: 0.03 };
const diskFaults: DiskFaults = { isSlow: 0.03, isFull: 0.003, cannotRead: 0.003 };

const networkFaults: NetworkFaults = {
  round: 0.1,
  unheard: 0.1,
  proposer: 0.1,
  again: 0.1,
  vote: 0.1,
  evidence: 0.05,
  partition: 0.01,
  gossip: 0.1,
  lateJoin: 0.15,
};
const develops = 0.3;

const none: Profile = {
  threads: noThreadFaults,
  disk: noDiskFaults,
  network: noNetworkFaults,
  kills: 0,
  clientsAreRude: false,
  develops: 0,
};

export const profiles = {
  calm: none,
  clients: { ...none, threads: threadFaults, clientsAreRude: true, develops },
  network: { ...none, network: networkFaults },
  disk: { ...none, disk: diskFaults, kills: 0.02, develops },
  everything: {
    threads: threadFaults,
    disk: diskFaults,
    network: networkFaults,
    kills: 0.01,
    clientsAreRude: true,
    develops,
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;
