import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { attesterFault, raiseBitcoinHeight } from './attesters.ts';
import { hashText, heightFault, isEmptyHash, maxSatoshis } from './bitcoin.ts';
import type { Dependencies } from './dependencies.ts';
import { attested } from './events.ts';
import { fault } from './faults.ts';
import { attestations } from './records.ts';

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

/** The call by which an attester reports a stake on Bitcoin. */
export function attestStake(dependencies: Dependencies) {
  return call('attestStake', {
    doc: 'Report that a transaction on Bitcoin locks an amount for a staker. Only for the authority and the attesters, whom the chain trusts. They wait until the block cannot change any more. A second report corrects the first until a position uses it.',
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
      attestations.set(state, { ...seen, attester: caller, position: 0 }, hashText(btcTxHash));
      raiseBitcoinHeight(state, height);
      emit(attested.log({ ...inputs, attester: caller }));
      return {};
    },
  });
}

function attestationFault({ state }: CheckContext, request: Attested): ModuleFault | undefined {
  if (isEmptyHash(request.btcTxHash)) return fault.badBitcoinTransaction('its hash is zero');
  if (request.staker === zeroAddress) return fault.badBitcoinTransaction('it must name a staker');
  if (request.amountSatoshis < 1n || request.amountSatoshis > maxSatoshis)
    return fault.badBitcoinTransaction(`it must lock 1 to ${maxSatoshis} sat`);
  const wrongHeight = heightFault(request.btcHeight);
  if (wrongHeight !== undefined) return fault.badBitcoinTransaction(wrongHeight);
  const present = attestations.get(state, hashText(request.btcTxHash));
  if (present === undefined) return undefined;
  if (present.position > 0) return fault.badBitcoinTransaction(`position ${present.position} stands on it`);
  const isSame = present.staker === request.staker && BigInt(present.amount_satoshis) === request.amountSatoshis;
  return isSame && BigInt(present.btc_height) === request.btcHeight
    ? fault.badBitcoinTransaction('it is attested already')
    : undefined;
}
