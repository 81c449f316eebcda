import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { attesterFault, raiseBitcoinHeight } from './attesters.ts';
import { hashText, heightFault, isEmptyHash, supplyAt } from './bitcoin.ts';
import type { Dependencies } from './dependencies.ts';
import { attestedEvent } from './events.ts';
import { fault } from './faults.ts';
import { type Attestation, attestations, witnesses } from './records.ts';

/** How calls name a staking transaction. */
export const stakingTransaction = {
  btcTxHash: bytes32Field('id of the staking transaction, as Bitcoin explorers show it'),
  amountSatoshis: withUnit('sat', uint(64, 'what it locks')),
};

type Attested = {
  readonly btcTxHash: Uint8Array;
  readonly staker: Address;
  readonly amountSatoshis: bigint;
  readonly btcHeight: bigint;
};

export const attestStake = (dependencies: Dependencies) =>
  call('attestStake', {
    doc: 'Report that a transaction on Bitcoin locks an amount for a staker. Only for the authority and the attesters, whom the chain trusts. They wait until the block cannot change any more. A report that says otherwise replaces the ones before until a position uses it; the same one of another attester confirms it, which large stakes need, and small ones when too much stands on few attesters already.',
    inputs: {
      ...stakingTransaction,
      staker: accountField('who staked'),
      btcHeight: uint(48, 'height of its Bitcoin block'),
    },
    gas: 80_000n,
    example: ['0x…', '250000', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '900000'],
    fault: (context, inputs) => attesterFault(context, dependencies) ?? attestationFault(context, inputs),
    run: ({ state, caller, emit }, inputs) => {
      const { btcTxHash, btcHeight } = inputs;
      const height = Number(btcHeight);
      const seen = { staker: inputs.staker, amount_satoshis: Number(inputs.amountSatoshis), btc_height: height };
      const hash = hashText(btcTxHash);
      const isConfirmed = isSame(attestations.get(state, hash), inputs);
      attestations.set(state, { ...seen, attester: caller, position: 0 }, hash);
      witnesses.set(state, [...(isConfirmed ? (witnesses.get(state, hash) ?? []) : []), caller], hash);
      raiseBitcoinHeight(state, height);
      emit(attestedEvent.log({ ...inputs, attester: caller }));
    },
  });

function attestationFault({ state, block, caller }: CheckContext, request: Attested): ModuleFault | undefined {
  if (isEmptyHash(request.btcTxHash)) return fault.badBitcoinTransaction('its hash is zero');
  if (request.staker === zeroAddress) return fault.badBitcoinTransaction('it must name a staker');
  const wrongHeight = heightFault(request.btcHeight, block.timestamp);
  if (wrongHeight !== undefined) return fault.badBitcoinTransaction(wrongHeight);
  const supply = supplyAt(request.btcHeight);
  if (request.amountSatoshis < 1n || request.amountSatoshis > supply)
    return fault.badBitcoinTransaction(`it must lock 1 to ${supply} sat, which exist at that height`);
  const hash = hashText(request.btcTxHash);
  const present = attestations.get(state, hash);
  if (present === undefined) return undefined;
  if (present.position > 0) return fault.badBitcoinTransaction(`position ${present.position} stands on it`);
  return isSame(present, request) && witnesses.get(state, hash)?.includes(caller) !== false
    ? fault.badBitcoinTransaction('it is attested already')
    : undefined;
}

function isSame(present: Attestation | undefined, { staker, amountSatoshis, btcHeight }: Attested): boolean {
  return (
    present?.staker === staker &&
    BigInt(present.amount_satoshis) === amountSatoshis &&
    BigInt(present.btc_height) === btcHeight
  );
}
