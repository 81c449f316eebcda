import { boundedDecimalText, boundedList, boundedText } from '../../kernel/codec/bounded.ts';
import { flag, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { decimal, fromScaled } from '../../primitives/decimal/decimal.ts';
import { gasabstractionAddress } from '../addresses.ts';

const name = boundedText(text, 1, 100, 'a name');
const rate = boundedDecimalText(text, {
  ...{ unit: 'uqor per unit', least: fromScaled(1n), most: decimal(1_000_000_000_000n) },
  reason: 'a fee in it stays exact, and can be stored',
});

export const gasabstractionParams = paramsOf(gasabstractionAddress, {
  enabled: param(flag, true),
  native_denom: param(name, 'uqor'),
  /** uqor per unit of a token, as configured: clients get this text unchanged */
  accepted_tokens: param(
    boundedList(list(struct({ denom: name, conversion_rate: rate })), 0, 100, 'an answer lists them all'),
    [
      { denom: 'uqor', conversion_rate: '1.0' },
      { denom: 'ibc/USDC', conversion_rate: '1.0' },
      { denom: 'ibc/ATOM', conversion_rate: '10.0' },
    ],
  ),
  /** the bridged assets that stand for tokens: fees can be paid in these */
  fee_assets: param(
    boundedList(list(struct({ denom: name, chain: name, asset: name })), 0, 100, 'every fee in a token reads them'),
    [{ denom: 'ibc/USDC', chain: 'ethereum', asset: 'USDC' }],
  ),
});
