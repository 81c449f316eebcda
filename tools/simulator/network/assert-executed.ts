import assert from 'node:assert/strict';
import { blockIdFlags, misbehaviourTypes } from '#qord/consensus/comet/abci/types.ts';
import { toValidatorUpdate } from '#qord/consensus/comet/block-executor.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { KnownChain } from '../checks/known-chain.ts';
import type { DecidedBlock, Executed } from './consensus-engine.ts';
import { updatedSet, type Validator } from './validator.ts';

/** Asserts that the block of a chain is the decided one, with its votes and evidence, and what its node has answered. */
export function assertExecuted(
  { height, time, txs, lastCommit, misbehaviour, proposerAddress }: DecidedBlock,
  { appHash, txResults }: Executed,
  set: readonly Validator[],
  { header, report, transactions, validators, toOperator }: ReturnType<KnownChain['decidedAt']>,
): void {
  const votes = lastCommit?.votes.map(({ validator, blockIdFlag }) => ({
    validator: toHex(validator?.address ?? new Uint8Array()),
    signed: blockIdFlag === blockIdFlags.commit,
  }));
  const evidence = misbehaviour.map(({ type, validator, height: at, time: when }) => ({
    kind: type === misbehaviourTypes.duplicateVote ? 'duplicate-vote' : 'light-client-attack',
    validator: toHex(validator?.address ?? new Uint8Array()),
    power: validator?.power,
    height: at,
    time: milliseconds(when),
  }));
  const { waitingBytes, waitingTransactions, ...told } = report;
  const decided = { time: milliseconds(time), votes, misbehaviour: evidence };
  assert.deepEqual(told, decided, `block ${height} says what was decided`);
  assert.equal(header.miner, toOperator(toHex(proposerAddress)), `the proposer of block ${height}`);
  const entries = transactions.map(({ transaction }) => toHex(transaction.raw));
  assert.deepEqual(entries, txs.slice(1).map(toHex), `the transactions of block ${height} are those decided`);
  assert.equal(toHex(appHash), header.hash, `the app hash of block ${height}`);
  const results = transactions.map(({ receipt: { status, gasUsed } }) => [1 - status, Number(gasUsed)]);
  const answered = txResults.slice(1).map(({ code, gasUsed }) => [code, gasUsed]);
  assert.deepEqual(answered, results, `the results of block ${height} are those of its receipts`);
  const expected = updatedSet([], validators.map(toValidatorUpdate));
  assert.deepEqual(set, expected, `consensus has the validators of the state after block ${height}`);
}

function milliseconds(time: DecidedBlock['time']): number {
  return (time?.seconds ?? 0) * 1_000 + Math.floor((time?.nanos ?? 0) / 1e6);
}
