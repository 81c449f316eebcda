import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, flagField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { babylonParams } from './params.ts';
import { positionOfStaker } from './positions.ts';
import { checkpoints, progressRecord, totalsRecord, validatorStakes } from './records.ts';

const satoshis = (doc: string) => withUnit('sat', uint(64, doc));
const zeroHash = new Uint8Array(32);

const status = view('status', {
  doc: 'Whether Bitcoin staking is on, and how far it has come.',
  inputs: {},
  outputs: {
    enabled: flagField('it is on'),
    epoch: uint(64, 'the running epoch'),
    btcHeight: uint(64, 'highest Bitcoin block that was reported; 0 before the first'),
    checkpointEpoch: uint(64, 'epoch of the last checkpoint; 0 before the first'),
    totalStaked: satoshis('in active positions'),
    activePositions: uint(64, 'positions'),
  },
  gas: 5_000n,
  run: ({ state }) => {
    const { epoch, btc_height } = progressRecord.get(state);
    const totals = totalsRecord.get(state);
    return {
      enabled: babylonParams.get(state).enabled,
      epoch: BigInt(epoch),
      btcHeight: BigInt(btc_height),
      checkpointEpoch: BigInt(totals.checkpoint_epoch),
      totalStaked: BigInt(totals.total_staked),
      activePositions: BigInt(totals.active_positions),
    };
  },
});

const positionOf = view('positionOf', {
  doc: 'The newest position of a staker that is not withdrawn, else the newest of all. All empty when there is none.',
  inputs: { staker: accountField('who staked') },
  outputs: {
    positionId: uint(64, 'the position'),
    btcTxHash: bytes32Field('the staking transaction'),
    amountSatoshis: satoshis('staked'),
    status: textField('active, unbonding or withdrawn'),
    unbondingHeight: uint(64, 'Bitcoin height of the release; 0 while it is active'),
    validator: accountField('operator of the validator'),
  },
  gas: 10_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
  run: ({ state }, { staker }) => {
    const found = positionOfStaker(state, staker);
    return {
      positionId: BigInt(found?.id ?? 0),
      btcTxHash: found?.position.btc_tx_hash ?? zeroHash,
      amountSatoshis: BigInt(found?.position.amount_satoshis ?? 0),
      status: found?.position.status ?? '',
      unbondingHeight: BigInt(found?.position.unbonding_height ?? 0),
      validator: found?.position.validator ?? zeroAddress,
    };
  },
});

const checkpointOf = view('checkpointOf', {
  doc: 'The checkpoint of an epoch. All empty when there is none.',
  inputs: { epoch: uint(48, 'number of the epoch') },
  outputs: {
    btcBlockHash: bytes32Field('the Bitcoin block'),
    btcBlockHeight: uint(64, 'its height'),
    stateRoot: bytes32Field('the state root of this chain that it carries'),
    status: textField('pending, confirmed or finalized'),
  },
  gas: 5_000n,
  example: ['10'],
  run: ({ state }, { epoch }) => {
    const found = checkpoints.get(state, Number(epoch));
    return {
      btcBlockHash: found?.btc_block_hash ?? zeroHash,
      btcBlockHeight: BigInt(found?.btc_block_height ?? 0),
      stateRoot: found?.state_root ?? zeroHash,
      status: found?.status ?? '',
    };
  },
});

const stakeOf = view('stakeOf', {
  doc: 'What active positions have put behind a validator.',
  inputs: { validator: accountField('operator of the validator') },
  outputs: { totalStaked: satoshis('of them all'), activePositions: uint(64, 'positions') },
  gas: 5_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
  run: ({ state }, { validator }) => {
    const stake = validatorStakes.get(state, validator);
    return {
      totalStaked: BigInt(stake?.total_staked ?? 0),
      activePositions: BigInt(stake?.active_positions ?? 0),
    };
  },
});

export const babylonViews = [status, positionOf, checkpointOf, stakeOf];
