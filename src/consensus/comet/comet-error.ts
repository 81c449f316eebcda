import { faultError, textIn } from '../../primitives/fault-error.ts';

/** The release of CometBFT that this driver supports, and how to install it. */
export const cometVersion = 'v0.40.0';
const install = `go install github.com/cometbft/cometbft/cmd/cometbft@${cometVersion}`;

/** Why consensus cannot start or continue. */
const texts = {
  'binary-missing': (fault: { looked: readonly string[] }) =>
    `CometBFT ${cometVersion} is not there (looked for ${fault.looked.join(', ')}): run ${install}, or set comet.binary; a node without peers runs with consensus.driver = "single"`,
  'other-version': (fault: { file: string; version: string }) =>
    `${fault.file} is CometBFT ${fault.version}, and all nodes of a network need ${cometVersion}: run ${install}, or set comet.binary`,
  'binary-unusable': (fault: { file: string; reason: string }) =>
    `${fault.file} is no CometBFT that runs here (${fault.reason}): run ${install}, or set comet.binary`,
  'socket-path-too-long': (fault: { path: string; limit: number }) =>
    `${fault.path} is longer than the ${fault.limit} bytes that the path of a unix socket may have: use a --home with a shorter path`,
  'no-validators': (fault: { genesisFile: string }) =>
    `${fault.genesisFile} names no validator with a public key (modules.staking.validator[].public_key), so nobody could sign blocks: get the genesis file of the network, or make one with qord testnet init`,
  'other-chain': (fault: { given: string; own: string }) =>
    `CometBFT runs the chain ${fault.given}, this node ${fault.own}: run it on the comet folder of this home`,
  'key-state-missing': (fault: { file: string; keyFile: string }) =>
    `${fault.file} is missing beside the key ${fault.keyFile}: without the record of what the key has signed it could sign twice and be slashed; restore the newest record, or move the key away to start with a new one`,
  'two-records': (fault: { genesisFile: string; file: string; kept: string }) =>
    `${fault.genesisFile} names no chain, so ${fault.file}, what the validator has signed, may be of another chain, and ${fault.kept} is that of this one: leave that of this chain as the first of the two files, move the other away, and start again; with the wrong one the validator could sign twice and be slashed`,
  'unreadable-key': (fault: { file: string; reason: string }) =>
    `${fault.file} is no key file of CometBFT (${fault.reason}): restore it, or move it away to start with a new key`,
  'comet-behind': (fault: { folder: string; app: string; comet: string }) =>
    `the data of CometBFT in ${fault.folder} end at block ${fault.comet}, those of this node at ${fault.app}: both belong together; restore the missing data, or run qord comet reset --yes to sync from the peers`,
  'other-results': (fault: { folder: string }) =>
    `executing the blocks in ${fault.folder} again gave other results than before: the data were made by another build of qord or are damaged; use that build, or run qord comet reset --yes to sync from the peers`,
  'home-in-use': (fault: { folder: string }) => `another CometBFT uses ${fault.folder}: stop it first`,
  'key-type': (fault: { line: string }) =>
    `a validator has a key of a kind that this network does not allow: ${fault.line}`,
  halted: (fault: { line: string }) =>
    `consensus has halted at this node: ${fault.line}; its state differs from that of the other validators, so it must not continue. Run qord verify, then qord comet reset --yes to sync from the peers`,
  stalled: (fault: { height: number; highest: number; seconds: number }) =>
    `no block for ${fault.seconds} s at height ${fault.height}, while the validators have decided block ${fault.highest}: restart the node; if it stalls again, run qord verify`,
  silent: (fault: { seconds: number; folder: string }) =>
    `the CometBFT on ${fault.folder} is connected, but has not responded for ${fault.seconds} s: end it, and start both again`,
  'ends-again': (fault: { times: number; exit: string; line: string }) =>
    `CometBFT has ended ${fault.times} times (${fault.exit}): ${fault.line}`,
};

/** Consensus cannot start or continue; the message says what to do. */
export class CometError extends faultError('CometError', textIn(texts)) {}
