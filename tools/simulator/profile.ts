import { type DiskFaults, noDiskFaults } from './world/disk.ts';
import { noThreadFaults, type ThreadFaults } from './world/inline-thread.ts';

/** What goes wrong in a run. */
export type Profile = {
  readonly threads: ThreadFaults;
  readonly disk: DiskFaults;
  /** probability, for each block, that the node is killed */
  readonly kills: number;
  /** clients behave badly: leave, send in pieces, read slowly, send nonsense */
  readonly clientsAreRude: boolean;
};

const threadFaults: ThreadFaults = { dies: 0.01, hasNoMemory: 0.005, isLate: 0.05, hangs: 0.03 };
const diskFaults: DiskFaults = { isSlow: 0.03, isFull: 0.003, cannotRead: 0.003 };

export const profiles = {
  calm: { threads: noThreadFaults, disk: noDiskFaults, kills: 0, clientsAreRude: false },
  clients: { threads: threadFaults, disk: noDiskFaults, kills: 0, clientsAreRude: true },
  disk: { threads: noThreadFaults, disk: diskFaults, kills: 0.02, clientsAreRude: false },
  everything: { threads: threadFaults, disk: diskFaults, kills: 0.01, clientsAreRude: true },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;
