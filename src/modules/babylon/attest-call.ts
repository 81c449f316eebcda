import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { attesterFault, raiseBitcoinHeight } from './attesters.ts';
import { hashText, heightFault, isEmptyHash, supplyAt } from './bitcoin.ts';
import type { Dependencies } from './dependencies.ts';
import { attestedEvent } from './events.ts';
import { fault } from './faults.ts';
import { attestations, type Report } from './records.ts';
import { reportsOf, saysTheSame, setReports } from './reports.ts';

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
    doc: 'Report that a transaction on Bitcoin locks an amount for a staker. Only for the authority and the attesters, whom the chain trusts. They wait until the block cannot change any more. Each of them has one report of a transaction, and may replace its own until a position uses it, never that of another: what most of them say stands, and what was said first where as many say otherwise. The same report of another attester confirms it, which large stakes need, disputed transactions, and small ones when too much stands on few attesters already.',
    inputs: {
      ...stakingTransaction,
      staker: accountField('who staked'),
      btcHeight: uint(48, 'height of its Bitcoin block'),
    },
    gas: 80_000n,
    example: ['0x…', '250000', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '900000'],
    fault: (context, inputs) => attesterFault(context, dependencies) ?? attestationFault(context, dependencies, inputs),
    run: ({ state, caller, emit }, inputs) => {
      const hash = hashText(inputs.btcTxHash);
      const others = reportsOf(state, dependencies, hash).filter(({ attester }) => attester !== caller);
      setReports(state, hash, [...others, reportBy(caller, inputs)]);
      raiseBitcoinHeight(state, Number(inputs.btcHeight));
      emit(attestedEvent.log({ ...inputs, attester: caller }));
    },
  });

function reportBy(attester: Address, { staker, amountSatoshis, btcHeight }: Attested): Report {
  return { attester, staker, amount_satoshis: Number(amountSatoshis), btc_height: Number(btcHeight) };
}

function attestationFault(
  { state, block, caller }: CheckContext,
  dependencies: Dependencies,
  request: Attested,
): ModuleFault | undefined {
  if (isEmptyHash(request.btcTxHash)) return fault.badBitcoinTransaction('its hash is zero');
  if (request.staker === zeroAddress) return fault.badBitcoinTransaction('it must name a staker');
  const wrongHeight = heightFault(request.btcHeight, block.timestamp);
  if (wrongHeight !== undefined) return fault.badBitcoinTransaction(wrongHeight);
  const supply = supplyAt(request.btcHeight);
  if (request.amountSatoshis < 1n || request.amountSatoshis > supply)
    return fault.badBitcoinTransaction(`it must lock 1 to ${supply} sat, which exist at that height`);
  const hash = hashText(request.btcTxHash);
  const position = attestations.get(state, hash)?.position ?? 0;
  if (position > 0) return fault.badBitcoinTransaction(`position ${position} stands on it`);
  const own = reportsOf(state, dependencies, hash).find(({ attester }) => attester === caller);
  return own !== undefined && saysTheSame(own, reportBy(caller, request))
    ? fault.badBitcoinTransaction('it is attested already')
    : undefined;
}
