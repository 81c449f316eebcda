import { flag, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { gasabstractionAddress } from '../addresses.ts';

export const gasabstractionParams = paramsOf(gasabstractionAddress, {
  codec: struct({
    enabled: flag,
    native_denom: text,
    /** uqor per unit of a token, as configured: clients get this text unchanged */
    accepted_tokens: list(struct({ denom: text, conversion_rate: text })),
    /** the bridged assets that stand for tokens: fees can be paid in these */
    fee_assets: list(struct({ denom: text, chain: text, asset: text })),
  }),
  defaults: {
    enabled: true,
    native_denom: 'uqor',
    accepted_tokens: [
      { denom: 'uqor', conversion_rate: '1.0' },
      { denom: 'ibc/USDC', conversion_rate: '1.0' },
      { denom: 'ibc/ATOM', conversion_rate: '10.0' },
    ],
    fee_assets: [{ denom: 'ibc/USDC', chain: 'ethereum', asset: 'USDC' }],
  },
  check: ({ accepted_tokens }) => {
    const wrong = accepted_tokens.find(({ denom, conversion_rate }) => denom === '' || !isRate(conversion_rate));
    return wrong === undefined
      ? undefined
      : `accepted_tokens: ${wrong.denom || 'a token without name'} needs a rate above 0`;
  },
});

function isRate(text: string): boolean {
  try {
    return parseDecimal(text) > 0n;
  } catch {
    return false;
  }
}
