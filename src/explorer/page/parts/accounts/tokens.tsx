import { useQuery } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { tokenAmount } from '../../lib/text/token-amount.ts';
import type { HeldItem } from '../../lib/tokens/token-items.ts';
import type { FoundTokens, TokenFacts } from '../../lib/tokens/tokens.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { Facts } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { TokenSymbol } from '../values/foreign.tsx';
import { Account } from '../values/ids.tsx';

/** What an account has of tokens whose logs name it; for a token contract, what it says of itself. */
export function Tokens({ address, isContract }: { readonly address: Hex; readonly isContract: boolean }) {
  const own = useToken(isContract ? address : undefined);
  const balances = useQuery(`tokens ${address}`, async () =>
    (await import('../../lib/tokens/tokens.ts')).readTokenBalances(address),
  );
  return (
    <>
      {own && <OwnFacts token={own} />}
      <Async state={balances}>{(found) => <Found found={found} />}</Async>
    </>
  );
}

function OwnFacts({ token: { kind, name, symbol, decimals, supply } }: { readonly token: TokenFacts }) {
  const isFungible = kind === 'ERC-20';
  return (
    <Facts
      entries={[
        ['kind', isFungible ? 'token (ERC-20)' : `collection of tokens (${kind}, NFT)`],
        ['name', name === '' ? undefined : <TokenSymbol key="name" text={name} most={80} />],
        ['symbol', symbol === '' ? undefined : <TokenSymbol key="symbol" text={symbol} />],
        ['decimals', isFungible ? grouped(decimals) : undefined],
        [
          'supply',
          supply === undefined ? undefined : (
            <span key="supply" class="number">
              {isFungible ? tokenAmount(supply, decimals) : grouped(supply)}
            </span>
          ),
        ],
      ]}
    />
  );
}

function Found({ found: { tokens, items, from, isCut } }: { readonly found: FoundTokens }) {
  if (tokens.length + items.length === 0) {
    return (
      <Empty>
        No transfer of a token names this account in the logs{' '}
        {from === 0 ? 'of the chain.' : `since block ${grouped(from)}. Older ones were not read.`}
      </Empty>
    );
  }
  return (
    <>
      <p class="hint padded">
        {from === 0 ? 'From all logs' : `From the logs since block ${grouped(from)}; older ones were not read`}
        {isCut ? '; not all tokens are shown.' : '.'}
      </p>
      {tokens.length > 0 && <Balances tokens={tokens} />}
      {items.length > 0 && <Items items={items} />}
    </>
  );
}

function Balances({ tokens }: Pick<FoundTokens, 'tokens'>) {
  return (
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
          {tokens.map(({ address, name, symbol, decimals, balance }) => (
            <tr key={address}>
              <td>
                <TokenSymbol text={name} most={60} />
              </td>
              <td>
                <Account address={address} />
              </td>
              <td class="number right" title={`${balance} of the smallest unit`}>
                {tokenAmount(balance, decimals)} <TokenSymbol text={symbol} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Items({ items }: { readonly items: readonly HeldItem[] }) {
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            <th>NFT</th>
            <th>collection</th>
            <th>kind</th>
            <th class="right">held</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ collection, id, kind, count }) => (
            <tr key={`${collection} ${id}`}>
              <td>
                <ItemName collection={collection} id={id} />
              </td>
              <td>
                <Account address={collection} />
              </td>
              <td>{kind}</td>
              <td class="number right">{grouped(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Ids of tokens are numbers without a unit, and may have 78 digits. */
export function ItemName({ collection, id }: { readonly collection: Hex; readonly id: bigint }) {
  const facts = useToken(collection);
  const digits = String(id);
  return (
    <span class="nowrap" title={digits}>
      {facts?.symbol ? <TokenSymbol text={facts.symbol} /> : 'NFT'}{' '}
      <span class="number">#{digits.length > 20 ? `${digits.slice(0, 8)}…${digits.slice(-6)}` : digits}</span>
    </span>
  );
}
