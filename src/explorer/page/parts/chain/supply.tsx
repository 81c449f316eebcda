import { allLabels } from '../../lib/accounts/labels.ts';
import { useQuery } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { fractionOf, percent } from '../../lib/text/amounts.ts';
import { Card } from '../frame/card.tsx';
import { Async } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Qor } from '../values/amounts.tsx';

/** Wei that came into existence, and that left it. */
type Supply = { readonly created: string; readonly burned: string };
type Group = { readonly name: string; readonly wei: bigint };

/** The supply by who holds it: modules, development accounts, all others. */
export function SupplyByHolder() {
  const labels = allLabels();
  const key = labels.size === 0 ? undefined : `supply ${labels.size}`; // without names all would be others'
  const state = useQuery<readonly Group[]>(key, () => readGroups(labels), {
    every: 60_000,
    rolling: 'supply',
  });
  return (
    <Card title="Supply by holder">
      <Async state={state}>
        {(groups) => {
          const total = groups.reduce((sum, { wei }) => sum + wei, 0n);
          return (
            <Table
              rows={[...groups, { name: 'all', wei: total }]}
              rowKey={({ name }) => name}
              columns={[
                { title: 'holder', cell: ({ name }) => name },
                { title: '>amount', cell: ({ wei }) => <Qor wei={wei} /> },
                { title: '>share', cell: ({ wei }) => percent(wei, total) },
                {
                  title: 'share as a bar',
                  isTitleHidden: true,
                  cellClass: 'bar-cell',
                  cell: ({ name, wei }) => name !== 'all' && <Bar part={wei} whole={total} />,
                },
              ]}
            />
          );
        }}
      </Async>
    </Card>
  );
}

function Bar({ part, whole }: { readonly part: bigint; readonly whole: bigint }) {
  return (
    <div class="bar">
      <span style={{ width: `${fractionOf(part, whole) * 100}%` }} />
    </div>
  );
}

async function readGroups(labels: ReadonlyMap<string, string>): Promise<readonly Group[]> {
  const accounts = [...labels];
  const [supply, ...balances] = await Promise.all([
    call<Supply>('qord_getRecord', ['bank', 'supply']),
    ...accounts.map(([address]) => call<Hex>('eth_getBalance', [address, 'latest'])),
  ]);
  const total = BigInt(supply.created) - BigInt(supply.burned);
  const named = accounts.map(([, name], at) => ({ name, wei: BigInt(balances[at] ?? '0x0') }));
  const development = named.filter(({ name }) => /^dev\d/.test(name));
  const modules = named.filter(({ name, wei }) => !/^dev\d/.test(name) && wei > 0n);
  const sum = (groups: readonly Group[]) => groups.reduce((all, { wei }) => all + wei, 0n);
  const others = total - sum(development) - sum(modules);
  return [
    ...modules,
    ...(development.length > 0 ? [{ name: 'dev0 to dev9', wei: sum(development) }] : []),
    { name: 'all other accounts', wei: others },
  ].sort((a, b) => (a.wei < b.wei ? 1 : -1));
}
