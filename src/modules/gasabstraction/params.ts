import { boundedList, boundedText } from '../../kernel/codec/bounded.ts';
import { flag, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { decimal, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import { gasabstractionAddress } from '../addresses.ts';

const name = boundedText(text, 1, 100, 'a name');
const rate = boundedText(text, 1, 40, 'a decimal with 18 digits after the point');

export const gasabstractionParams = paramsOf(
  gasabstractionAddress,
  {
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
  },
  ({ accepted_tokens }) => {
    const wrong = accepted_tokens.find(({ denom, conversion_rate }) => denom === '' || !isRate(conversion_rate));
    return wrong === undefined
      ? undefined
      : `accepted_tokens: ${wrong.denom || 'a token without name'} needs a rate above 0, and at most 10^12`;
  },
);

/** uqor per unit of a token: a fee in it stays exact, and can be stored. */
const maxRate = decimal(1_000_000_000_000n);

function isRate(text: string): boolean {
  try {
    const rate = parseDecimal(text);
    return rate > 0n && rate <= maxRate;
  } catch (error) {
    rethrowProcessError(error);
    return false;
  }
}
