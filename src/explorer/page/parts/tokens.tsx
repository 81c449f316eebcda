import { grouped } from '../lib/amounts.ts';
import { useQuery } from '../lib/query.ts';
import { tokenAmount } from '../lib/token-amount.ts';
import type { Hex } from '../lib/types.ts';
import { Facts } from './card.tsx';
import { Foreign, TokenSymbol } from './foreign.tsx';
import { Account } from './ids.tsx';
import { Async, Empty } from './states.tsx';
import { TableFrame } from './table-frame.tsx';

const tokens = () => import('../lib/tokens.ts');

/** Balances of the tokens whose logs name an account; for a token contract, its name, symbol and decimals. */
export function Tokens({ address, isContract }: { readonly address: Hex; readonly isContract: boolean }) {
  const own = useQuery(
    isContract ? `token ${address}` : undefined,
    async () => (await (await tokens()).readToken(address)) ?? null,
    { live: true },
  ).data;
  const balances = useQuery(`tokens ${address}`, async () => (await tokens()).readTokenBalances(address));
  return (
    <>
      {own && (
        <Facts
          entries={[
            ['token', <Foreign key="name" text={own.name} />],
            ['symbol', <TokenSymbol key="symbol" text={own.symbol} />],
            ['decimals', String(own.decimals)],
            [
              'supply',
              <span key="supply" class="number">
                {tokenAmount(own.supply, own.decimals)}
              </span>,
            ],
          ]}
        />
      )}
      <Async state={balances}>
        {({ tokens: found, from, isCut }) =>
          found.length === 0 ? (
            <Empty>
              No ERC-20 transfer names this account in the logs{' '}
              {from === 0 ? 'of the chain' : `since block ${grouped(from)}`}
              {from === 0 ? '.' : '. Older ones were not read.'}
            </Empty>
          ) : (
            <TableFrame>
              <p class="hint padded">
                {from === 0 ? 'From all logs' : `From the logs since block ${grouped(from)}; older ones were not read`}
                {isCut ? `; the first ${found.length} tokens only.` : '.'}
              </p>
              <table>
                <thead>
                  <tr>
                    <th>token</th>
                    <th>contract</th>
                    <th class="right">balance</th>
                  </tr>
                </thead>
                <tbody>
                  {found.map(({ address: token, name, symbol, decimals, balance }) => (
                    <tr key={token}>
                      <td>
                        <Foreign text={name} most={60} />
                      </td>
                      <td>
                        <Account address={token} />
                      </td>
                      <td class="number right" title={String(balance)}>
                        {tokenAmount(balance, decimals)} <TokenSymbol text={symbol} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableFrame>
          )
        }
      </Async>
    </>
  );
}
