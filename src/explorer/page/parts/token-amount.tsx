import { grouped } from '../lib/amounts.ts';
import { tokenAmount } from '../lib/token-amount.ts';
import type { Hex } from '../lib/types.ts';
import { useToken } from '../lib/use-token.ts';
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
