import { type CallContext, call } from '../../kernel/module-sdk/call.ts';
import { uqorBalance } from '../../kernel/module-sdk/coins.ts';
import { textField, uint } from '../../kernel/module-sdk/field.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { bridgeAddress } from '../addresses.ts';
import { chainNamed, transferFault } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgeWithdrawEvent } from './events.ts';
import { fault } from './faults.ts';
import { isForeignAccount } from './foreign-formats.ts';
import { bridgedBalance } from './ledger.ts';
import { countTowardsDailyLimit, detectAnomaly, limitFault } from './limiter.ts';
import { bridgeParams } from './params.ts';
import { countersRecord, type Operation, operations } from './records.ts';
import { withdrawalId } from './signed-messages.ts';
import { moveTokens } from './token-moves.ts';

type WithdrawalInput = {
  readonly chain: string;
  readonly destinationAddress: string;
  readonly asset: string;
  readonly amount: bigint;
};

export const withdraw = ({ chargeFee }: Dependencies) =>
  call('withdraw', {
    doc: 'Give a bridged asset back and have it released on its chain. The module keeps it until enough bridge validators, with two thirds of the bonded power, attest the release, then destroys it. The fee is burned.',
    inputs: {
      chain: textField('name of the other chain, such as ethereum'),
      destinationAddress: textField('who gets it there, in the spelling of that chain'),
      asset: textField('name of the asset, such as USDC'),
      amount: uint(256, 'how much, in millionths of the asset'),
    },
    outputs: { operationId: textField('id of the operation') },
    gas: 200_000n,
    gasPerByte: 16n,
    example: ['ethereum', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'USDC', '25000000'],
    fault: (context, request) => {
      const { state, block, caller } = context;
      const { chain, destinationAddress, amount } = request;
      const rejection = transferFault(state, request);
      if (rejection !== undefined) return rejection;
      const type = chainNamed(state, chain)?.chain_type;
      if (type === undefined || !isForeignAccount(type, destinationAddress)) return fault.badForeignAccount();
      const over = limitFault(state, block, request);
      if (over !== undefined) return over;
      const held = bridgedBalance(state, request, caller);
      if (amount > held) return fault.insufficientAssets(`${held}`);
      const { withdrawal_fee } = bridgeParams.get(state);
      return withdrawal_fee > uqorBalance(state, caller) ? fault.insufficientFee(`${withdrawal_fee} uqor`) : undefined;
    },
    run: (context, request) => {
      const { state, caller, block, emit } = context;
      const { chain: chainId, destinationAddress: recipient, asset, amount } = request;
      const fee = bridgeParams.get(state).withdrawal_fee;
      chargeFee(context, caller, fee);
      moveTokens(context, request, caller, bridgeAddress, amount);
      const counters = countersRecord.get(state);
      const number = counters.withdrawals + 1;
      countersRecord.set(state, { ...counters, withdrawals: number });
      const operationId = withdrawalId(block, chainId, number);
      operations.set(state, newWithdrawal(context, request), operationId);
      countTowardsDailyLimit(context, request);
      detectAnomaly(context, request);
      emit(bridgeWithdrawEvent.log({ operationId, chainId, sender: caller, recipient, asset, amount, fee }));
      return { operationId };
    },
  });

function newWithdrawal({ state, block, caller }: CallContext, request: WithdrawalInput): Operation {
  const { large_transfer_threshold, challenge_period_secs } = bridgeParams.get(state);
  const now = Number(block.timestamp);
  return {
    type: 'withdrawal',
    source_chain: 'qor',
    dest_chain: request.chain,
    sender: caller,
    receiver: request.destinationAddress,
    asset: request.asset,
    amount: request.amount,
    source_tx_hash: '',
    status: 'pending',
    is_proven: false,
    pqc_commitment: emptyBytes,
    retry_count: 0,
    error: '',
    created_at: now,
    completed_at: 0,
    challenge_end_time: request.amount > large_transfer_threshold ? now + challenge_period_secs : 0,
    due_at: 0,
  };
}
