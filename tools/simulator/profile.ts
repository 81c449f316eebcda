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
const none: Profile = {
  threads: noThreadFaults,
  disk: noDiskFaults,
  network: noNetworkFaults,
  kills: 0,
  clientsAreRude: false,
};

export const profiles = {
  calm: none,
  clients: { ...none, threads: threadFaults, clientsAreRude: true },
  network: { ...none, network: networkFaults },
  disk: { ...none, disk: diskFaults, kills: 0.02 },
  everything: { threads: threadFaults, disk: diskFaults, network: networkFaults, kills: 0.01, clientsAreRude: true },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;
