import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, asOption, bytesField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { consensusAddress, consensusKeyType, verifyConsensusSignature } from '../../primitives/crypto/consensus-key.ts';
import { ratio } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { delegatedEvent, unjailedEvent, validatorCreatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { forgetMisses } from './forget-misses.ts';
import { stakingParams } from './params.ts';
import { possessionDigest, possessionDigestV1 } from './possession.ts';
import { operatorsByConsensus, validators } from './records.ts';
import { changeStake, type RewardSettlement, sharesFor, updateValidator } from './stake.ts';

const basisPoints = 10_000n;
const keyLimit = { maxBytes: 33 };
const proofLimit = { maxBytes: 65 };
const commissionField = uint(16, 'commission in basis points: 500 is 5 %');

export const createValidator = ({ rewards, startReputation }: Dependencies) =>
  call('createValidator', {
    doc: 'Become a validator: name the key that signs blocks, prove to hold it, and bond the first stake.',
    inputs: {
      key: asOption(bytesField('public key that signs blocks: 32 bytes of ed25519, or 33 of secp256k1', keyLimit)),
      proof: asOption(bytesField('signature of that key for this operator: 64 bytes, or 65', proofLimit)),
      moniker: textField('name of the validator, 1 to 70 bytes'),
      commission: commissionField,
      amount: uqor('self bond'),
    },
    gas: 450_000n,
    example: ['north', '500', '100000qor'],
    fault: (context, inputs) => {
      const { state, caller } = context;
      if (validators.get(state, caller) !== undefined) return fault.alreadyValidator();
      const size = new TextEncoder().encode(inputs.moniker).length;
      if (size < 1 || size > 70) return fault.badMoniker();
      if (inputs.amount < stakingParams.get(state).min_self_bond) return fault.selfBondBelowMinimum();
      return (
        commissionFault(context, inputs.commission) ??
        (inputs.amount > uqorBalance(state, caller) ? fault.insufficientBalance() : undefined) ??
        keyFault(context, inputs.key, inputs.proof)
      );
    },
    run: ({ state, caller, block, emit }, { key, moniker, commission, amount }) => {
      const height = Number(block.number);
      const consensus = consensusAddress(key) ?? zeroAddress; // `keyFault` has checked the key
      const empty = {
        tokens: 0n,
        shares: 0n,
        is_active: false,
        jailed: false,
        jailed_until: 0,
        slashes: 0,
        missed_blocks: 0,
        missed_from: 0,
        is_silent: true,
        last_signed: 0,
        node: zeroAddress,
        tombstoned: false,
      };
      const rate = ratio(commission, basisPoints);
      const validator = {
        ...empty,
        consensus,
        public_key: key,
        moniker,
        commission: rate,
        created_height: height,
        window_start: height,
      };
      validators.set(state, validator, caller);
      operatorsByConsensus.set(state, caller, consensus);
      transferUqor(state, caller, stakingAddress, amount);
      changeStake(state, rewards, caller, caller, { tokens: amount, shares: sharesFor(validator, amount) });
      startReputation(state, consensus, height);
      emit(validatorCreatedEvent.log({ validator: caller, moniker }));
      emit(delegatedEvent.log({ delegator: caller, validator: caller, amount }));
    },
  });

export const setCommission = (rewards: RewardSettlement) =>
  call('setCommission', {
    doc: 'Change the commission of the caller’s validator; what was earned until now keeps the old one.',
    inputs: { commission: commissionField },
    gas: 60_000n,
    example: ['700'],
    fault: (context, { commission }) =>
      validators.get(context.state, context.caller) === undefined
        ? fault.noSuchValidator()
        : commissionFault(context, commission),
    run: ({ state, caller }, { commission }) => {
      const validator = validators.get(state, caller);
      if (validator === undefined) return;
      const { tokens, shares, commission: before, is_active } = validator;
      rewards.settleValidator(state, caller, { tokens, shares, commission: before, isActive: is_active });
      validators.set(state, { ...validator, commission: ratio(commission, basisPoints) }, caller);
    },
  });

export const setNode = call('setNode', {
  doc: 'State which node runs the caller’s validator, so that its peers can be found by the validator. Nothing checks it.',
  inputs: { node: accountField('id of the node as 0x and 40 digits, from qord comet node-id; zero for none') },
  gas: 60_000n,
  example: ['0x8f6a1c1d5e0b9a3c7d2e4f60718293a4b5c6d7e8'],
  fault: ({ state, caller }) => (validators.get(state, caller) === undefined ? fault.noSuchValidator() : undefined),
  run: ({ state, caller }, { node }) => {
    const validator = validators.get(state, caller);
    if (validator !== undefined) validators.set(state, { ...validator, node }, caller);
  },
});

export const unjail = call('unjail', {
  doc: 'Bring the caller’s jailed validator back.',
  inputs: {},
  gas: 60_000n,
  fault: ({ state, caller, block }) => {
    const validator = validators.get(state, caller);
    if (validator === undefined) return fault.noSuchValidator();
    if (validator.tombstoned) return fault.tombstoned();
    if (!validator.jailed) return fault.notJailed();
    return Number(block.number) < validator.jailed_until ? fault.stillJailed() : undefined;
  },
  run: ({ state, caller, block, emit }) => {
    const validator = validators.get(state, caller);
    if (validator === undefined) return;
    updateValidator(state, caller, validator, { jailed: false, ...forgetMisses(state, caller, Number(block.number)) });
    emit(unjailedEvent.log({ validator: caller }));
  },
});

/** Last of the checks, because a signature is verified. */
function keyFault({ state, block, caller }: CheckContext, key: Uint8Array, proof: Uint8Array): ModuleFault | undefined {
  const type = consensusKeyType(key);
  const consensus = consensusAddress(key);
  if (type === undefined || consensus === undefined) return fault.badConsensusKey();
  if (!stakingParams.get(state).key_types.includes(type)) return fault.keyTypeOff();
  if (operatorsByConsensus.get(state, consensus) !== undefined) return fault.consensusKeyTaken();
  const texts = [possessionDigest(block, caller, key), possessionDigestV1(block, caller, key)];
  return texts.some((text) => verifyConsensusSignature(key, text, proof)) ? undefined : fault.badProof();
}

function commissionFault({ state }: CheckContext, commission: bigint): ModuleFault | undefined {
  const isPart = commission <= basisPoints;
  const isEnough = isPart && ratio(commission, basisPoints) >= stakingParams.get(state).min_commission;
  return isEnough ? undefined : fault.badCommission();
}
