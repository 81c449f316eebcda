import { faultError, textIn } from '../primitives/fault-error.ts';
import { fileFault } from '../primitives/given-file.ts';
import type { Hash } from '../primitives/hash.ts';

/** Why a home folder cannot be used as it is. */
const texts = {
  'no-genesis': (fault: { file: string; network: string }) =>
    `${fault.file} does not exist: run qord init --network ${fault.network} --genesis <file> with the genesis file that its operators publish`,
  'no-data': (fault: { folder: string }) =>
    `${fault.folder} does not exist: there is no chain yet; start one with qord start, or pass another --home`,
  'chain-lost': (fault: { file: string; marker: string }) =>
    `${fault.file} holds no chain, but this home had one: restore a copy of the data folder; to start over at height 0, delete ${fault.marker}`,
  'no-access': (fault: { path: string; reason: string }) =>
    `${fault.path} cannot be used: ${fault.reason}; give this user read and write access, or pass another --home`,
  'disk-full': (fault: { path: string; reason: string }) =>
    `${fault.path} cannot be written: ${fault.reason}; make room on the disk, or pass another --home`,
  'no-temporary': (fault: { path: string; reason: string }) =>
    `${fault.path} cannot be used: ${fault.reason}; set TMPDIR to a folder that this user can write to`,
  'bad-genesis': (fault: { file: string; reason: string }) =>
    `${fault.file}: ${fault.reason}; get a new copy of the file from the operators of the network`,
  'other-network': (fault: { file: string; network: string; requested: string }) =>
    `${fault.file} belongs to the network ${fault.network}, not ${fault.requested}: pass --network ${fault.network}, or another file or --home`,
  'other-chain': (fault: { file: string; folder: string; stored: Hash; given: Hash }) =>
    `${fault.file} defines another chain (genesis ${fault.given}) than the one in ${fault.folder} (genesis ${fault.stored}): restore the file of that chain, or pass another --home`,
  settled: (fault: { file: string; setting: string; stored: string }) =>
    `${fault.setting}: the network of ${fault.file} began with ${fault.stored}; leave it out, or pass --memory or another --home`,
  'no-fork': (fault: { file: string }) =>
    `${fault.file} is not that of a fork: pass another --home with --fork-url, or start this one without it`,
  'other-fork': (fault: { file: string; stored: number; requested: number }) =>
    `${fault.file} is that of a fork at block ${fault.stored}, not ${fault.requested}: pass another --home, or leave the block number out`,
  'other-fork-transaction': (fault: { file: string; hash: Hash }) =>
    `${fault.file} is that of a fork that has gone on without the transaction ${fault.hash}: pass another --home, or leave the transaction out`,
  'testnet-exists': (fault: { folder: string }) =>
    `${fault.folder} exists already: pass another --output, or delete the folder to start over`,
  'no-proposer': (fault: { reason: string }) =>
    `[consensus] proposer: ${fault.reason}; set the account of the validator whose blocks this node produces, or leave it empty to produce no blocks`,
  'development-account': (fault: { place: string; address: string; network: string }) =>
    `${fault.place} contains the development account ${fault.address}, whose key is public: ${fault.network} does not start with it; remove it`,
};

/** A home folder cannot be used; the message is one line that says what to do. */
export class HomeError extends faultError('HomeError', textIn(texts)) {}

/** What `work` returns. Throws the system's errors about a path of the home as HomeErrors, but no limits of the process. */
export function withHomeErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
    throw new HomeError({ code: isFull ? 'disk-full' : 'no-access', path, reason: fileFault(error) });
  }
}
