import { allLabels } from '../../lib/accounts/labels.ts';
import { useQuery } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { percent } from '../../lib/text/amounts.ts';
import { Card } from '../frame/card.tsx';
import { Async } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
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
            <TableFrame>
              <table>
                <thead>
                  <tr>
                    <th>holder</th>
                    <th class="right">amount</th>
                    <th class="right">share</th>
                    <th>
                      <span class="visually-hidden">share as a bar</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {groups.map(({ name, wei }) => (
                    <tr key={name}>
                      <td>{name}</td>
                      <td class="right">
                        <Qor wei={wei} />
                      </td>
                      <td class="number right">{percent(wei, total)}</td>
                      <td class="bar-cell">
                        <div class="bar">
                          <span style={{ width: `${total === 0n ? 0 : Number((wei * 1000n) / total) / 10}%` }} />
                        </div>
                      </td>
                    </tr>
                  ))}
                  <tr>
                    <td>all</td>
                    <td class="right">
                      <Qor wei={total} />
                    </td>
                    <td class="number right">100 %</td>
                    <td />
                  </tr>
                </tbody>
              </table>
            </TableFrame>
          );
        }}
      </Async>
    </Card>
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
