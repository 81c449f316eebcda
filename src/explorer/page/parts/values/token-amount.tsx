import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { tokenAmount } from '../../lib/text/token-amount.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { TokenSymbol } from './foreign.tsx';

/** An amount of a token in the unit that people use, exact on hover; as it is where the contract names no decimals. */
export function TokenAmount({ token, amount }: { readonly token: Hex; readonly amount: bigint }) {
  const facts = useToken(token);
  return (
    <span class="number" title={`${amount} of the smallest unit`}>
      {facts?.kind === 'ERC-20' ? tokenAmount(amount, facts.decimals) : grouped(amount)}
      {facts?.kind === 'ERC-20' && ' '}
      {facts?.kind === 'ERC-20' && <TokenSymbol text={facts.symbol} />}
    </span>
  );
}
