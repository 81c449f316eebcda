import type { Hash } from '../primitives/hash.ts';

/** Why a home folder cannot be used as it is. */
type HomeFault =
  | { readonly code: 'no-genesis'; readonly file: string; readonly network: string }
  | { readonly code: 'no-data'; readonly folder: string }
  | { readonly code: 'chain-lost'; readonly file: string; readonly marker: string }
  | { readonly code: 'no-access'; readonly path: string; readonly reason: string }
  | { readonly code: 'bad-genesis'; readonly file: string; readonly reason: string }
  | { readonly code: 'other-network'; readonly file: string; readonly network: string; readonly asked: string }
  | {
      readonly code: 'other-chain';
      readonly file: string;
      readonly folder: string;
      readonly stored: Hash;
      readonly given: Hash;
    }
  | { readonly code: 'no-proposer'; readonly reason: string }
  | {
      readonly code: 'development-account';
      readonly place: string;
      readonly address: string;
      readonly network: string;
    };

export class HomeError extends Error {
  override name = 'HomeError';
  readonly fault: HomeFault;
  constructor(fault: HomeFault) {
    super(faultText(fault));
    this.fault = fault;
  }
}

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
      return `${fault.file} does not exist: run qord init --network ${fault.network} --genesis <file> with the genesis its operators publish`;
    case 'no-data':
      return `${fault.folder} does not exist: there is no chain yet; begin one with qord start, or name another --home`;
    case 'chain-lost':
      return `${fault.file} holds no chain, but this home had one: restore a copy of the data folder; to begin anew at height 0, delete ${fault.marker}`;
    case 'no-access':
      return `${fault.path} cannot be used: ${fault.reason}; let this user read and write there, or name another --home`;
    case 'bad-genesis':
      return `${fault.file}: ${fault.reason}; get the file anew from the operators of the network`;
    case 'other-network':
      return `${fault.file} is of the network ${fault.network}, not ${fault.asked}: pass --network ${fault.network}, or name another file or --home`;
    case 'other-chain':
      return `${fault.file} makes another chain (genesis ${fault.given}) than the one in ${fault.folder} (genesis ${fault.stored}): put back the file of that chain, or name another --home`;
    case 'no-proposer':
      return `[consensus] proposer: ${fault.reason}; name the account of the validator whose blocks this node makes, or none to make no blocks`;
    case 'development-account':
      return `${fault.place} holds the development account ${fault.address}, whose key everybody knows: ${fault.network} does not start with it; remove it`;
  }
}
