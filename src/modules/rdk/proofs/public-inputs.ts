import { view } from '../../../kernel/module-sdk/call.ts';
import { bytes32Field, textField, uint } from '../../../kernel/module-sdk/field.ts';
import { type NetworkIdentity, signedText } from '../../../kernel/module-sdk/signed-text.ts';
import { bytesToBigint } from '../../../primitives/bytes.ts';
import { nextDeposits } from '../escrow/deposit-chain.ts';

/** The values that a validity proof of a batch commits to. */
type BatchStatement = {
  readonly rollupId: string;
  readonly batchIndex: number;
  /** 32 bytes each; zero for none */
  readonly prevStateRoot: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly dataHash: Uint8Array;
  readonly withdrawalsRoot: Uint8Array;
  readonly txCount: number;
  /** 32 bytes: see `nextDeposits`; zero for none, also when left out */
  readonly depositsHash?: Uint8Array;
};

/** Numbers below this are elements of the scalar field of BLS12-381, whose order has 255 bits. */
const fieldLimit = 1n << 253n;

export const batchText = signedText('qor-rdk-batch-v3', {
  doc: 'What the proof of a batch commits to: its one public input is the lower 253 bits. The nonce is the index of the batch.',
  fields: ['rollup', 'state root before', 'state root', 'data hash', 'withdrawals root', 'transactions', 'deposits'],
});

/** The public inputs of a batch's proof: one field element. */
export function batchPublicInputs(network: NetworkIdentity, statement: BatchStatement): readonly [bigint] {
  const { rollupId, batchIndex, prevStateRoot, stateRoot, dataHash, withdrawalsRoot, txCount } = statement;
  const { depositsHash: deposits = new Uint8Array(32) } = statement;
  const roots = { 'state root before': prevStateRoot, 'state root': stateRoot, 'data hash': dataHash };
  const rest = { 'withdrawals root': withdrawalsRoot, transactions: txCount.toString(), deposits };
  const digest = batchText.digest(network, { rollup: rollupId, ...roots, ...rest }, BigInt(batchIndex));
  return [bytesToBigint(digest) % fieldLimit];
}

export const batchInputOf = view('batchInput', {
  doc: 'The public input that the proof of a batch commits to: the lower 253 bits of `qor-rdk-batch-v3`, see the signed texts below. It is for the next batch of the rollup, whose deposits (`nextDeposits`) it names.',
  inputs: {
    rollupId: textField('name of the rollup'),
    batchIndex: uint(48, 'index of the batch'),
    prevStateRoot: bytes32Field('after the last valid batch; of the first one, what is given with it'),
    stateRoot: bytes32Field('after this batch'),
    dataHash: bytes32Field('of its data; zero for none'),
    withdrawalsRoot: bytes32Field('of its withdrawals; zero for none'),
    txCount: uint(48, 'transactions in it'),
  },
  outputs: { input: uint(256, 'an element of the scalar field of BLS12-381') },
  gas: 10_000n,
  example: ['my-rollup', '1', '0x…', '0x…', '0x…', '0x…', '7'],
  run: ({ state, block }, { batchIndex, txCount, ...batch }) => {
    const depositsHash = nextDeposits(state, batch.rollupId).hash;
    const statement = { ...batch, batchIndex: Number(batchIndex), txCount: Number(txCount), depositsHash };
    return { input: batchPublicInputs(block, statement)[0] };
  },
});
