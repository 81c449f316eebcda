import { formatUnits } from '../lib/amounts.ts';
import { useQuery } from '../lib/query.ts';
import type { Hex } from '../lib/types.ts';
import { Facts } from './card.tsx';
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
  const balances = useQuery(`tokens ${address}`, async () => (await tokens()).readTokenBalances(address), {
    live: true,
  });
  return (
    <>
      {own && (
        <Facts
          entries={[
            ['token', <bdi key="name">{own.name}</bdi>],
            ['symbol', <bdi key="symbol">{own.symbol}</bdi>],
            ['decimals', String(own.decimals)],
            [
              'supply',
              <span key="supply" class="number">
                {formatUnits(own.supply, own.decimals)}
              </span>,
            ],
          ]}
        />
      )}
      <Async state={balances}>
        {(found) =>
          found.length === 0 ? (
            <Empty>No ERC-20 transfer in the logs names this account.</Empty>
          ) : (
            <TableFrame>
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
                        <bdi>{name.slice(0, 60)}</bdi>
                      </td>
                      <td>
                        <Account address={token} />
                      </td>
                      <td class="number right" title={String(balance)}>
                        {formatUnits(balance, decimals)} <bdi>{symbol.slice(0, 20)}</bdi>
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
