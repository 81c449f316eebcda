import { firstHeight } from '../../lib/node/head.ts';
import { useQuery } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { tokenAmount } from '../../lib/text/token-amount.ts';
import type { HeldItem } from '../../lib/tokens/token-items.ts';
import type { FoundTokens, TokenFacts } from '../../lib/tokens/tokens.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { Facts } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
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
      entries={{
        kind: isFungible ? 'token (ERC-20)' : `collection of tokens (${kind}, NFT)`,
        name: name !== '' && <TokenSymbol text={name} most={80} />,
        symbol: symbol !== '' && <TokenSymbol text={symbol} />,
        decimals: isFungible && grouped(decimals),
        supply: supply !== undefined && (
          <span class="number">{isFungible ? tokenAmount(supply, decimals) : grouped(supply)}</span>
        ),
      }}
    />
  );
}

function Found({ found: { tokens, items, from, isCut } }: { readonly found: FoundTokens }) {
  if (tokens.length + items.length === 0) {
    return (
      <Empty>
        No transfer of a token names this account in the logs{' '}
        {from <= firstHeight.value ? 'of the chain.' : `since block ${grouped(from)}. Older ones were not read.`}
      </Empty>
    );
  }
  return (
    <>
      <p class="hint padded">
        {from <= firstHeight.value
          ? 'From all logs'
          : `From the logs since block ${grouped(from)}; older ones were not read`}
        {isCut ? '; not all tokens are shown.' : '.'}
      </p>
      {tokens.length > 0 && <Balances tokens={tokens} />}
      {items.length > 0 && <Items items={items} />}
    </>
  );
}

function Balances({ tokens }: Pick<FoundTokens, 'tokens'>) {
  return (
    <Table
      rows={tokens}
      rowKey={({ address }) => address}
      columns={[
        { title: 'token', cell: ({ name }) => <TokenSymbol text={name} most={60} /> },
        { title: 'contract', cell: ({ address }) => <Account address={address} /> },
        {
          title: '>balance',
          cell: ({ symbol, decimals, balance }) => (
            <span title={`${balance} of the smallest unit`}>
              {tokenAmount(balance, decimals)} <TokenSymbol text={symbol} />
            </span>
          ),
        },
      ]}
    />
  );
}

function Items({ items }: { readonly items: readonly HeldItem[] }) {
  return (
    <Table
      rows={items}
      rowKey={({ collection, id }) => `${collection} ${id}`}
      columns={[
        { title: 'NFT', cell: ({ collection, id }) => <ItemName collection={collection} id={id} /> },
        { title: 'collection', cell: ({ collection }) => <Account address={collection} /> },
        { title: 'kind', cell: ({ kind }) => kind },
        { title: '>held', cell: ({ count }) => grouped(count) },
      ]}
    />
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
