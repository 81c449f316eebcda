import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { payUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import { accountField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { parseDecimal, shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { gasabstractionAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { feeTokenSetEvent, liquidityAddedEvent, liquidityRemovedEvent, tokensCollectedEvent } from './events.ts';
import { fault } from './faults.ts';
import { feeTokenOf } from './fees.ts';
import { gasabstractionParams } from './params.ts';
import { feeTokens, prepaidTokens } from './records.ts';

const rateOf = (state: StateView, denom: string) =>
  gasabstractionParams.get(state).accepted_tokens.find((token) => token.denom === denom)?.conversion_rate;

const quote = view('quote', {
  doc: 'What an amount of an accepted token counts for in uqor.',
  inputs: { denom: textField('accepted token, such as ibc/ATOM'), amount: uint(256, 'in its base units') },
  outputs: { nativeEquivalent: uqor('worth') },
  gas: 2_600n,
  example: ['ibc/ATOM', '50'],
  fault: ({ state }, { denom }) => {
    if (!gasabstractionParams.get(state).enabled) return fault.moduleOff();
    return rateOf(state, denom) === undefined ? fault.tokenNotAccepted() : undefined;
  },
  run: ({ state }, { denom, amount }) => ({
    nativeEquivalent: shareOf(amount, parseDecimal(rateOf(state, denom) ?? '0')),
  }),
});

const setFeeToken = call('setFeeToken', {
  doc: 'Choose the token that the calling account pays its fees in, at the rate of the parameters: a bridged asset, or uqor for QOR. A transaction that calls this itself is paid in the token it chooses.',
  inputs: { denom: textField('accepted token, such as ibc/USDC, or uqor') },
  gas: 40_000n,
  example: ['ibc/USDC'],
  fault: ({ state }, { denom }) => {
    const { enabled, native_denom } = gasabstractionParams.get(state);
    if (denom === native_denom) return undefined;
    if (!enabled) return fault.moduleOff();
    if (rateOf(state, denom) === undefined) return fault.tokenNotAccepted();
    return feeTokenOf(state, denom) === undefined ? fault.tokenNotBridged() : undefined;
  },
  run: ({ state, caller, emit }, { denom }) => {
    if (denom === gasabstractionParams.get(state).native_denom) feeTokens.remove(state, caller);
    else feeTokens.set(state, denom, caller);
    emit(feeTokenSetEvent.log({ account: caller, denom }));
  },
});

const addLiquidity = call('addLiquidity', {
  doc: 'Give the module QOR, sent along, to pay fees with for accounts that pay in other tokens. Only the authority takes them back.',
  inputs: {},
  gas: 30_000n,
  isPayable: true,
  example: ['--value', '100qor'],
  fault: ({ value }) => (value === 0n ? fault.nothingSent() : undefined),
  run: ({ caller, value, emit }) => emit(liquidityAddedEvent.log({ from: caller, amount: value })),
});

function authorityCalls({ isAuthority, bridgedBalance, moveTokens }: Dependencies) {
  const ownFault = ({ state, caller }: CheckContext) => (isAuthority(state, caller) ? undefined : fault.notAuthority());
  const removeLiquidity = call('removeLiquidity', {
    doc: 'Take QOR back from the module. Only the authority.',
    inputs: { to: accountField('who gets them'), amount: uqor('how much') },
    gas: 40_000n,
    example: ['dev1', '10qor'],
    fault: (context, { amount }) => {
      const isShort = uqorBalance(context.state, gasabstractionAddress) < amount;
      return ownFault(context) ?? (isShort ? fault.noLiquidity() : undefined);
    },
    run: ({ state, emit }, { to, amount }) => {
      payUqor(state, gasabstractionAddress, to, amount);
      emit(liquidityRemovedEvent.log({ to, amount }));
    },
  });
  const collectTokens = call('collectTokens', {
    doc: 'Take tokens that accounts have paid as fees; what the running transaction has prepaid is not among them. Only the authority.',
    inputs: { denom: textField('the token'), to: accountField('who gets them'), amount: uint(256, 'in base units') },
    gas: 60_000n,
    example: ['ibc/USDC', 'dev1', '1000000'],
    fault: (context, { denom, amount }) => {
      const kind = assetOf(context.state, denom);
      if (kind === undefined) return ownFault(context) ?? fault.tokenNotBridged();
      const kept = prepaidTokens.get(context.state, kind.chain, kind.asset) ?? 0n;
      const isShort = bridgedBalance(context.state, kind, gasabstractionAddress) - kept < amount;
      return ownFault(context) ?? (isShort ? fault.insufficientToken() : undefined);
    },
    run: (context, { denom, to, amount }) => {
      const kind = assetOf(context.state, denom);
      if (kind === undefined) return;
      moveTokens(context, kind, gasabstractionAddress, to, amount);
      context.emit(tokensCollectedEvent.log({ to, denom, amount }));
    },
  });
  return [removeLiquidity, collectTokens];
}

const assetOf = (state: StateView, denom: string) =>
  gasabstractionParams.get(state).fee_assets.find((asset) => asset.denom === denom);

/** The calls of the module. */
export function gasabstractionCalls(dependencies: Dependencies) {
  return [quote, setFeeToken, addLiquidity, ...authorityCalls(dependencies)];
}
