import type { FeeFunds, FeePayer, FeePayment, FeeRules } from '../../kernel/fee-rules.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { SignatureRejection } from '../../kernel/signature-rules.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, parseDecimal } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { bridgeAddress, gasabstractionAddress } from '../addresses.ts';
import { tokenChosenBy } from './chosen-token.ts';
import type { BridgedAsset, Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { gasabstractionParams } from './params.ts';
import { feeTokens, prepaidTokens } from './records.ts';

/** Wei for a uqor, and the digits of a Decimal: rates are uqor for a base unit. */
const weiScale = 10n ** 12n;
const decimalScale = 10n ** 18n;

type FeeToken = { readonly kind: BridgedAsset; readonly rate: Decimal };

/**
 * The token of that name; undefined when it is not accepted, when nothing bridged stands for it, or the module is off.
 */
export function feeTokenOf(state: StateView, denom: string): FeeToken | undefined {
  const { enabled, accepted_tokens, fee_assets } = gasabstractionParams.get(state);
  const accepted = accepted_tokens.find((token) => token.denom === denom);
  const kind = fee_assets.find((asset) => asset.denom === denom);
  if (!enabled || accepted === undefined || kind === undefined) return undefined;
  return { kind, rate: parseDecimal(accepted.conversion_rate) };
}

/**
 * Fees in bridged assets. The module pays the fee in QOR, from what it holds, and takes the token at the rate of the
 * parameters, rounded up. An account whose token is no longer accepted pays in QOR again.
 */
export function feeRules(bridge: Pick<Dependencies, 'bridgedBalance' | 'moveBridged'>): FeeRules {
  return {
    readsOf: [gasabstractionAddress, bridgeAddress],
    fundsOf: (state, payer) => fundsOf(state, payer, bridge),
    liquidity,
    charge: (state, payer, wei, collector) => charge(state, payer, wei, collector, bridge),
  };
}

function fundsOf(
  state: StateView,
  payer: FeePayer,
  bridge: Pick<Dependencies, 'bridgedBalance'>,
): FeeFunds | undefined {
  const token = tokenOf(state, payer);
  if (token === undefined) return undefined;
  const worth = (bridge.bridgedBalance(state, token.kind, payer.sender) * token.rate * weiScale) / decimalScale;
  const most = liquidity(state);
  return worth <= most.wei ? { wei: worth, shortage: rejection(fault.insufficientToken()) } : most;
}

function liquidity(state: StateView): FeeFunds {
  const wei = state.account(gasabstractionAddress)?.balance ?? 0n;
  return { wei, shortage: rejection(fault.noLiquidity()) };
}

function charge(
  state: WorldState,
  payer: FeePayer,
  wei: bigint,
  collector: Address,
  { moveBridged }: Pick<Dependencies, 'moveBridged'>,
): FeePayment | undefined {
  const token = tokenOf(state, payer);
  if (token === undefined) return undefined;
  const { sender } = payer;
  state.transfer(gasabstractionAddress, collector, wei);
  moveBridged(state, token.kind, sender, gasabstractionAddress, priceOf(wei, token));
  const { chain, asset } = token.kind;
  prepaidTokens.set(state, priceOf(wei, token), chain, asset);
  return {
    settle: (after, unused) => {
      prepaidTokens.remove(after, chain, asset);
      const back = priceOf(wei, token) - priceOf(wei - unused, token);
      if (unused > 0n) after.transfer(collector, gasabstractionAddress, unused);
      if (back > 0n) moveBridged(after, token.kind, gasabstractionAddress, sender, back);
    },
  };
}

/** Base units of the token for so many wei, rounded up. */
function priceOf(wei: bigint, { rate }: FeeToken): bigint {
  const divisor = rate * weiScale;
  return (wei * decimalScale + divisor - 1n) / divisor;
}

function tokenOf(state: StateView, payer: FeePayer): FeeToken | undefined {
  const chosen = tokenChosenBy(payer);
  if (chosen !== undefined) {
    if (chosen === gasabstractionParams.get(state).native_denom) return undefined;
    const token = feeTokenOf(state, chosen);
    if (token !== undefined) return token;
  }
  const denom = feeTokens.get(state, payer.sender);
  return denom === undefined ? undefined : feeTokenOf(state, denom);
}

function rejection({ code, reason }: ModuleFault): SignatureRejection {
  return { module: 'gasabstraction', number: code, reason };
}
