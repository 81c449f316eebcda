import { type CallContext, type CheckContext, call, ModuleCallError } from '../../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import { asOption, bytes32Field, bytesField, maxDataBytes, textField, uint } from '../../../kernel/module-sdk/field.ts';
import { emptyBytes, equalBytes } from '../../../primitives/bytes.ts';
import type { StateView } from '../../../state/types.ts';
import { hasBlob, keepBlobUntil } from '../blobs/blob-records.ts';
import { type Dependencies, maySubmit } from '../dependencies.ts';
import { nextDeposits } from '../escrow/deposit-chain.ts';
import { isLeftToAll } from '../escrow/escrow-rules.ts';
import { batchSubmittedEvent } from '../events.ts';
import { fault } from '../faults.ts';
import { groth16Fault, groth16Gas } from '../proofs/groth16.ts';
import { groth16FaultText } from '../proofs/groth16-fault.ts';
import { batchPublicInputs } from '../proofs/public-inputs.ts';
import { type Batch, proofs, type Rollup, rollupNamed } from '../records.ts';
import { appendBatch, batchAt, finalizeNext, progressOf } from './batch-chain.ts';

/** Blocks after which a batch of a based rollup is final. */
const basedDelayBlocks = 2;
const zeroWord = new Uint8Array(32);
const zeroText = `0x${'00'.repeat(32)}`;

type Submission = {
  readonly rollupId: string;
  readonly batchIndex: bigint;
  readonly stateRoot: Uint8Array;
  readonly prevStateRoot: Uint8Array;
  readonly txCount: bigint;
  readonly dataHash: Uint8Array;
  readonly withdrawalsRoot: Uint8Array;
  readonly proof: Uint8Array;
};

export const submitBatch = (dependencies: Dependencies) =>
  call('submitBatch', {
    doc: 'Settle the next batch of a rollup. Optimistic: final when nobody challenges it in the window. zk: final at once when its Groth16 proof holds, rejected when it does not; without a verification key as optimistic. Based: final after two blocks. Sovereign: kept, never final. For the sequencers; where batches are proven and the rollup holds coins, for anybody who has stored the data, when it has stopped or had no final batch for max_deposit_wait.',
    inputs: {
      rollupId: textField('name of the rollup'),
      batchIndex: uint(48, 'one more than that of the last batch; the first is 1'),
      stateRoot: bytes32Field('state after the batch'),
      prevStateRoot: asOption(bytes32Field('state before it; zero for that after the last batch'), zeroText),
      txCount: asOption(uint(48, 'transactions in it'), '0'),
      dataHash: asOption(bytes32Field('commitment of the stored blob with its data; zero for none'), zeroText),
      withdrawalsRoot: asOption(bytes32Field('root of the withdrawals it makes; zero for none'), zeroText),
      proof: asOption(
        bytesField(
          'validity proof of a zk rollup: Groth16, a (G1), b (G2), c (G1) as in EIP-2537, 512 bytes; see docs/proofs.md',
          { maxBytes: maxDataBytes },
        ),
        '0x',
      ),
    },
    outputs: { status: textField('submitted or finalized') },
    gas: 150_000n,
    gasPerByte: 200n,
    example: ['my-rollup', '1', '0x…'],
    fault: (context, inputs) => {
      const { state, caller } = context;
      const rollup = rollupNamed(state, inputs.rollupId);
      if (rollup === undefined) return fault.noSuchRollup();
      if (!maySubmit(dependencies, state, rollup, caller) || rollup.status !== 'active') {
        const closed = strangerFault(context, rollup, inputs);
        if (closed !== undefined) return closed;
      }
      return rootsFault(context, inputs) ?? proofFault(rollup, inputs) ?? dataFault(context, inputs);
    },
    run: (context, inputs) => {
      const rollup = rollupNamed(context.state, inputs.rollupId);
      if (rollup === undefined) return { status: '' };
      const isProven = proveBatch(context, rollup, inputs);
      const batch = toBatch(context, rollup, inputs);
      const index = appendBatch(context, inputs.rollupId, rollup, batch);
      keepBlobUntil(context.state, inputs.rollupId, batch.data_hash, batch.due_time);
      if (inputs.proof.length > 0) proofs.set(context.state, inputs.proof, inputs.rollupId, index);
      const { rollupId, stateRoot, txCount } = inputs;
      context.emit(batchSubmittedEvent.log({ rollupId, batchIndex: BigInt(index), stateRoot, txCount }));
      if (isProven) finalizeNext(context, rollupId);
      return { status: isProven ? 'finalized' : 'submitted' };
    },
  });

/** Why nobody but a sequencer may submit the batch, and only while the rollup is active; undefined when anybody may. */
function strangerFault({ state, block }: CheckContext, rollup: Rollup, inputs: Submission): ModuleFault | undefined {
  if (!isLeftToAll(state, block, inputs.rollupId, rollup)) {
    return rollup.status === 'active' ? fault.notPermitted('a sequencer of the rollup may') : fault.rollupNotActive();
  }
  return isZero(inputs.dataHash) ? fault.dataUnavailable('others need it to continue') : undefined;
}

function rootsFault({ state }: CheckContext, inputs: Submission): ModuleFault | undefined {
  const next = progressOf(state, inputs.rollupId).total_batches + 1;
  if (inputs.batchIndex !== BigInt(next)) return fault.badBatch(`the next index is ${next}`);
  if (isZero(inputs.stateRoot)) return fault.badBatch('the state root is empty');
  const before = tipOf(state, inputs.rollupId)?.state_root;
  const fits = before === undefined || isZero(inputs.prevStateRoot) || equalBytes(inputs.prevStateRoot, before);
  return fits ? undefined : fault.badBatch(`the state before it is ${Buffer.from(before).toString('hex')}`);
}

function proofFault({ proof_config }: Rollup, { proof }: Submission): ModuleFault | undefined {
  const { system, max_proof_size } = proof_config;
  if (system === 'stark') return fault.starkNotVerifiable();
  if (system !== 'snark')
    return proof.length === 0 ? undefined : fault.badProofSize('this rollup takes none with a batch');
  if (proof.length === 0) return fault.proofMissing();
  return proof.length > max_proof_size ? fault.badProofSize(`at most ${max_proof_size} bytes`) : undefined;
}

function dataFault({ state }: CheckContext, { rollupId, dataHash }: Submission): ModuleFault | undefined {
  return isZero(dataHash) || hasBlob(state, rollupId, dataHash) ? undefined : fault.dataUnavailable();
}

/** Whether the batch is proven. Throws a ModuleCallError when its proof is not valid. */
function proveBatch({ state, block, gas }: CallContext, { proof_config }: Rollup, inputs: Submission): boolean {
  const { system, verification_key } = proof_config;
  if (system !== 'snark' || verification_key.length === 0) return false;
  const publicInputs = batchPublicInputs(block, {
    ...inputs,
    batchIndex: Number(inputs.batchIndex),
    txCount: Number(inputs.txCount),
    prevStateRoot: rootBefore(state, inputs),
    depositsHash: nextDeposits(state, inputs.rollupId).hash,
  });
  gas.useForWork(groth16Gas(publicInputs.length));
  const wrong = groth16Fault(verification_key, inputs.proof, publicInputs);
  if (wrong !== undefined) throw new ModuleCallError(fault.badProof(groth16FaultText(wrong)));
  return true;
}

function toBatch({ state, block, caller }: CallContext, rollup: Rollup, inputs: Submission): Batch {
  const { chain_length } = progressOf(state, inputs.rollupId);
  const submitted_at = Number(block.number);
  const submitted_time = Number(block.timestamp);
  const from = (tipOf(state, inputs.rollupId)?.submitted_at ?? rollup.created_height - 1) + 1;
  return {
    position: chain_length + 1,
    state_root: inputs.stateRoot,
    prev_state_root: noneIfZero(rootBefore(state, inputs)),
    tx_count: Number(inputs.txCount),
    data_hash: noneIfZero(inputs.dataHash),
    withdrawals_root: noneIfZero(inputs.withdrawalsRoot),
    submitter: caller,
    l1_from: rollup.settlement_mode === 'based' ? Math.min(from, submitted_at) : 0,
    submitted_at,
    submitted_time,
    ...dueOf(rollup, submitted_at, submitted_time),
    finalized_at: 0,
    finalized_time: 0,
    status: 'submitted',
  };
}

function dueOf({ settlement_mode, proof_config }: Rollup, height: number, time: number) {
  switch (settlement_mode) {
    case 'based':
      return { due_time: 0, due_height: height + basedDelayBlocks };
    case 'sovereign':
      return { due_time: 0, due_height: 0 };
    default:
      return { due_time: time + proof_config.challenge_window_sec, due_height: 0 };
  }
}

/** The last batch of the chain. */
function tipOf(state: StateView, id: string): Batch | undefined {
  return batchAt(state, id, progressOf(state, id).chain_length)?.batch;
}

function rootBefore(state: StateView, { rollupId, prevStateRoot }: Submission): Uint8Array {
  return tipOf(state, rollupId)?.state_root ?? prevStateRoot;
}

function isZero(word: Uint8Array): boolean {
  return equalBytes(word, zeroWord);
}

function noneIfZero(word: Uint8Array): Uint8Array {
  return isZero(word) ? emptyBytes : word;
}
