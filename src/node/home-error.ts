import { faultError } from '../primitives/fault-error.ts';
import type { Hash } from '../primitives/hash.ts';

/** Why a home folder cannot be used as it is. */
type HomeFault =
  | { readonly code: 'no-genesis'; readonly file: string; readonly network: string }
  | { readonly code: 'no-data'; readonly folder: string }
  | { readonly code: 'chain-lost'; readonly file: string; readonly marker: string }
  | { readonly code: 'no-access'; readonly path: string; readonly reason: string }
  | { readonly code: 'bad-genesis'; readonly file: string; readonly reason: string }
  | { readonly code: 'other-network'; readonly file: string; readonly network: string; readonly requested: string }
  | {
      readonly code: 'other-chain';
      readonly file: string;
      readonly folder: string;
      readonly stored: Hash;
      readonly given: Hash;
    }
  | { readonly code: 'no-fork'; readonly file: string }
  | { readonly code: 'other-fork'; readonly file: string; readonly stored: number; readonly requested: number }
  | { readonly code: 'testnet-exists'; readonly folder: string }
  | { readonly code: 'no-proposer'; readonly reason: string }
  | {
      readonly code: 'development-account';
      readonly place: string;
      readonly address: string;
      readonly network: string;
    };

/** A home folder cannot be used; the message is one line that says what to do. */
export class HomeError extends faultError('HomeError', faultText) {}

/** What `work` returns. Throws the system's errors about a path of the home as HomeErrors. */
export function withHomeErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new HomeError({ code: 'no-access', path, reason: error.message });
  }
}

function faultText(fault: HomeFault): string {
  switch (fault.code) {
    case 'no-genesis':
      return `${fault.file} does not exist: run qord init --network ${fault.network} --genesis <file> with the genesis file that its operators publish`;
    case 'no-data':
      return `${fault.folder} does not exist: there is no chain yet; start one with qord start, or pass another --home`;
    case 'chain-lost':
      return `${fault.file} holds no chain, but this home had one: restore a copy of the data folder; to start over at height 0, delete ${fault.marker}`;
    case 'no-access':
      return `${fault.path} cannot be used: ${fault.reason}; give this user read and write access, or pass another --home`;
    case 'bad-genesis':
      return `${fault.file}: ${fault.reason}; get a new copy of the file from the operators of the network`;
    case 'other-network':
      return `${fault.file} belongs to the network ${fault.network}, not ${fault.requested}: pass --network ${fault.network}, or another file or --home`;
    case 'other-chain':
      return `${fault.file} defines another chain (genesis ${fault.given}) than the one in ${fault.folder} (genesis ${fault.stored}): restore the file of that chain, or pass another --home`;
    case 'no-fork':
      return `${fault.file} is not that of a fork: pass another --home with --fork-url, or start this one without it`;
    case 'other-fork':
      return `${fault.file} is that of a fork at block ${fault.stored}, not ${fault.requested}: pass another --home, or leave the block number out`;
    case 'testnet-exists':
      return `${fault.folder} exists already: pass another --output, or delete the folder to start over`;
    case 'no-proposer':
      return `[consensus] proposer: ${fault.reason}; set the account of the validator whose blocks this node produces, or leave it empty to produce no blocks`;
    case 'development-account':
      return `${fault.place} contains the development account ${fault.address}, whose key is public: ${fault.network} does not start with it; remove it`;
  }
}
