import { list, message } from './protobuf.ts';

/*
 * The messages of ABCI 2.0 that an application receives and sends, by the field numbers of CometBFT 0.40
 * (proto/tendermint/abci/types.proto). Fields that neither side here uses are left out: the codec skips them.
 */

const timestamp = message({ seconds: [1, 'integer'], nanos: [2, 'integer'] });
const duration = message({ seconds: [1, 'integer'], nanos: [2, 'integer'] });
const publicKey = message({ ed25519: [1, 'bytes'], secp256k1: [2, 'bytes'], secp256k1eth: [5, 'bytes'] });
const validatorUpdate = message({ pubKey: [1, publicKey], power: [2, 'integer'] });
const validator = message({ address: [1, 'bytes'], power: [3, 'integer'] });

const consensusParams = message({
  block: [1, message({ maxBytes: [1, 'integer'], maxGas: [2, 'integer'] })],
  evidence: [2, message({ maxAgeNumBlocks: [1, 'integer'], maxAgeDuration: [2, duration], maxBytes: [3, 'integer'] })],
  validator: [3, message({ pubKeyTypes: [1, list('text')] })],
  version: [4, message({ app: [1, 'integer'] })],
});

/** Values of `blockIdFlag` of a vote. */
export const blockIdFlags = { absent: 1, commit: 2, nil: 3 } as const;
const voteInfo = message({ validator: [1, validator], blockIdFlag: [3, 'integer'] });
const extendedVoteInfo = message({ validator: [1, validator], blockIdFlag: [5, 'integer'] });
const commitInfo = message({ round: [1, 'integer'], votes: [2, list(voteInfo)] });
const extendedCommitInfo = message({ round: [1, 'integer'], votes: [2, list(extendedVoteInfo)] });

/** Values of `type` of misbehaviour. */
export const misbehaviourTypes = { duplicateVote: 1, lightClientAttack: 2 } as const;
const misbehaviour = message({
  type: [1, 'integer'],
  validator: [2, validator],
  height: [3, 'integer'],
  time: [4, timestamp],
  totalVotingPower: [5, 'integer'],
});

const txResult = message({
  code: [1, 'integer'],
  data: [2, 'bytes'],
  gasWanted: [5, 'integer'],
  gasUsed: [6, 'integer'],
});

const info = message({ version: [1, 'text'], blockVersion: [2, 'integer'], abciVersion: [4, 'text'] });
const initChain = message({
  time: [1, timestamp],
  chainId: [2, 'text'],
  consensusParams: [3, consensusParams],
  validators: [4, list(validatorUpdate)],
  initialHeight: [6, 'integer'],
});
const prepareProposal = message({
  maxTxBytes: [1, 'integer'],
  txs: [2, list('bytes')],
  localLastCommit: [3, extendedCommitInfo],
  misbehaviour: [4, list(misbehaviour)],
  height: [5, 'integer'],
  time: [6, timestamp],
  proposerAddress: [8, 'bytes'],
});
/**
 * Entries of a block that are read: more than any node can execute in the time of a block. A proposer can send a
 * million of one byte, which are not worth being counted.
 */
export const maxEntries = 262_144;

/** a block that is proposed or decided: both messages have the same fields */
const block = message({
  txs: [1, list('bytes', maxEntries)],
  lastCommit: [2, commitInfo],
  misbehaviour: [3, list(misbehaviour)],
  hash: [4, 'bytes'],
  height: [5, 'integer'],
  time: [6, timestamp],
  proposerAddress: [8, 'bytes'],
});
const empty = message({});

export const request = message({
  echo: [1, message({ message: [1, 'text'] })],
  flush: [2, empty],
  info: [3, info],
  initChain: [5, initChain],
  query: [6, empty],
  checkTx: [8, message({ tx: [1, 'bytes'] })],
  commit: [11, empty],
  listSnapshots: [12, empty],
  offerSnapshot: [13, empty],
  loadSnapshotChunk: [14, empty],
  applySnapshotChunk: [15, empty],
  prepareProposal: [16, prepareProposal],
  processProposal: [17, block],
  extendVote: [18, empty],
  verifyVoteExtension: [19, empty],
  finalizeBlock: [20, block],
  insertTx: [21, message({ tx: [1, 'bytes'] })],
  reapTxs: [22, message({ maxBytes: [1, 'integer'], maxGas: [2, 'integer'] })],
});

const rejection = message({ code: [1, 'integer'], log: [3, 'text'] });
const result = message({ result: [1, 'integer'] });
const status = message({ status: [1, 'integer'] });

export const response = message({
  exception: [1, message({ error: [1, 'text'] })],
  echo: [2, message({ message: [1, 'text'] })],
  flush: [3, empty],
  info: [
    4,
    message({
      data: [1, 'text'],
      version: [2, 'text'],
      appVersion: [3, 'integer'],
      lastBlockHeight: [4, 'integer'],
      lastBlockAppHash: [5, 'bytes'],
    }),
  ],
  initChain: [
    6,
    message({ consensusParams: [1, consensusParams], validators: [2, list(validatorUpdate)], appHash: [3, 'bytes'] }),
  ],
  query: [7, rejection],
  checkTx: [9, rejection],
  commit: [12, message({ retainHeight: [3, 'integer'] })],
  listSnapshots: [13, empty],
  offerSnapshot: [14, result],
  loadSnapshotChunk: [15, empty],
  applySnapshotChunk: [16, result],
  prepareProposal: [17, message({ txs: [1, list('bytes')] })],
  processProposal: [18, status],
  extendVote: [19, empty],
  verifyVoteExtension: [20, status],
  finalizeBlock: [
    21,
    message({
      txResults: [2, list(txResult)],
      validatorUpdates: [3, list(validatorUpdate)],
      consensusParamUpdates: [4, consensusParams],
      appHash: [5, 'bytes'],
    }),
  ],
  insertTx: [22, message({ code: [1, 'integer'] })],
  reapTxs: [23, message({ txs: [1, list('bytes')] })],
});
