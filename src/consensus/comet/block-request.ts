import { createHash } from 'node:crypto';
import type { Misbehaviour, Vote } from '../../kernel/module.ts';
import { type Address, addressFromBytes, zeroAddress } from '../../primitives/address.ts';
import type { RequestOf } from './abci/abci-server.ts';
import { blockIdFlags, misbehaviourTypes } from './abci/types.ts';

/** A block of CometBFT, proposed or decided, converted for the chain. */
export type BlockRequest = {
  readonly height: number;
  /** milliseconds since 1970 */
  readonly time: number;
  /** address of the consensus key of the proposer */
  readonly proposer: Address;
  readonly votes: readonly Vote[];
  readonly misbehaviour: readonly Misbehaviour[];
};

type Prepare = RequestOf<'prepareProposal'>;
type Block = RequestOf<'finalizeBlock'>;
type CometVote = NonNullable<Block['lastCommit']>['votes'][number];

/** What the chain is to build for PrepareProposal, where the votes on the parent have their extensions. */
export function ofProposal(request: Prepare): BlockRequest {
  return toBlockRequest(request, request.localLastCommit?.votes ?? []);
}

/** What the chain is to execute for ProcessProposal and FinalizeBlock. */
export function ofBlock(request: Block): BlockRequest {
  return toBlockRequest(request, request.lastCommit?.votes ?? []);
}

function toBlockRequest(request: Omit<Prepare, 'localLastCommit' | 'maxTxBytes'>, votes: readonly CometVote[]) {
  return {
    height: request.height,
    time: toMilliseconds(request.time),
    proposer: toAddress(request.proposerAddress),
    votes: votes.map(toVote),
    misbehaviour: request.misbehaviour.map(toMisbehaviour),
  };
}

/** A key of everything that the execution of a block depends on; the same block in two rounds has two keys. */
export function nameOfBlock(request: BlockRequest, transactions: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(request));
  for (const transaction of transactions) hash.update(`,${transaction.length},`).update(transaction);
  return hash.digest('base64');
}

function toVote({ validator, blockIdFlag }: CometVote): Vote {
  return { validator: toAddress(validator?.address), signed: blockIdFlag === blockIdFlags.commit };
}

function toMisbehaviour({ type, validator, height, time }: Block['misbehaviour'][number]): Misbehaviour {
  const kind = type === misbehaviourTypes.lightClientAttack ? 'light-client-attack' : 'duplicate-vote';
  const offender = { validator: toAddress(validator?.address), power: validator?.power ?? 0 };
  return { kind, ...offender, height, time: toMilliseconds(time) };
}

function toMilliseconds(time: Prepare['time']): number {
  return time === undefined ? 0 : time.seconds * 1000 + Math.floor(time.nanos / 1_000_000);
}

/** CometBFT always sends 20 bytes. */
function toAddress(bytes: Uint8Array | undefined): Address {
  return bytes?.length === 20 ? addressFromBytes(bytes) : zeroAddress;
}
