import { faultError } from '../../primitives/fault-error.ts';

/** Why consensus cannot start or continue. */
type CometFault =
  | { readonly code: 'binary-missing'; readonly looked: readonly string[] }
  | { readonly code: 'other-version'; readonly file: string; readonly version: string }
  | { readonly code: 'binary-unusable'; readonly file: string; readonly reason: string }
  | { readonly code: 'socket-path-too-long'; readonly path: string; readonly limit: number }
  | { readonly code: 'no-validators'; readonly genesisFile: string }
  | { readonly code: 'other-chain'; readonly given: string; readonly own: string }
  | { readonly code: 'key-state-missing'; readonly file: string; readonly keyFile: string }
  | { readonly code: 'unreadable-key'; readonly file: string; readonly reason: string }
  | { readonly code: 'comet-behind'; readonly folder: string; readonly app: string; readonly comet: string }
  | { readonly code: 'other-results'; readonly folder: string }
  | { readonly code: 'home-in-use'; readonly folder: string }
  | { readonly code: 'key-type'; readonly line: string }
  | { readonly code: 'halted'; readonly line: string }
  | { readonly code: 'stalled'; readonly height: number; readonly highest: number; readonly seconds: number }
  | { readonly code: 'silent'; readonly seconds: number; readonly folder: string }
  | { readonly code: 'ends-again'; readonly times: number; readonly exit: string; readonly line: string };

/** The release of CometBFT that this driver supports, and how to install it. */
export const cometVersion = 'v0.40.0';
const install = `go install github.com/cometbft/cometbft/cmd/cometbft@${cometVersion}`;

/** Consensus cannot start or continue; the message says what to do. */
export class CometError extends faultError('CometError', faultText) {}

function faultText(fault: CometFault): string {
  switch (fault.code) {
    case 'binary-missing':
      return `CometBFT ${cometVersion} is not there (looked for ${fault.looked.join(', ')}): run ${install}, or set comet.binary; a node without peers runs with consensus.driver = "single"`;
    case 'other-version':
      return `${fault.file} is CometBFT ${fault.version}, and all nodes of a network need ${cometVersion}: run ${install}, or set comet.binary`;
    case 'binary-unusable':
      return `${fault.file} is no CometBFT that runs here (${fault.reason}): run ${install}, or set comet.binary`;
    case 'socket-path-too-long':
      return `${fault.path} is longer than the ${fault.limit} bytes that the path of a unix socket may have: use a --home with a shorter path`;
    case 'no-validators':
      return `${fault.genesisFile} names no validator with a public key (modules.staking.validator[].public_key), so nobody could sign blocks: get the genesis file of the network, or make one with qord testnet init`;
    case 'other-chain':
      return `CometBFT runs the chain ${fault.given}, this node ${fault.own}: run it on the comet folder of this home`;
    case 'key-state-missing':
      return `${fault.file} is missing beside the key ${fault.keyFile}: without the record of what the key has signed it could sign twice and be slashed; restore the newest record, or move the key away to start with a new one`;
    case 'unreadable-key':
      return `${fault.file} is no key file of CometBFT (${fault.reason}): restore it, or move it away to start with a new key`;
    case 'comet-behind':
      return `the data of CometBFT in ${fault.folder} end at block ${fault.comet}, those of this node at ${fault.app}: both belong together; restore the missing data, or run qord comet reset --yes to sync from the peers`;
    case 'other-results':
      return `executing the blocks in ${fault.folder} again gave other results than before: the data were made by another build of qord or are damaged; use that build, or run qord comet reset --yes to sync from the peers`;
    case 'home-in-use':
      return `another CometBFT uses ${fault.folder}: stop it first`;
    case 'key-type':
      return `a validator has a key of a kind that this network does not allow: ${fault.line}`;
    case 'halted':
      return `consensus has halted at this node: ${fault.line}; its state differs from that of the other validators, so it must not continue. Run qord verify, then qord comet reset --yes to sync from the peers`;
    case 'stalled':
      return `no block for ${fault.seconds} s at height ${fault.height}, while the validators have decided block ${fault.highest}: restart the node; if it stalls again, run qord verify`;
    case 'silent':
      return `the CometBFT on ${fault.folder} is connected, but has not responded for ${fault.seconds} s: end it, and start both again`;
    case 'ends-again':
      return `CometBFT has ended ${fault.times} times (${fault.exit}): ${fault.line}`;
  }
}
