import type { PageProps } from '../app.tsx';
import { loadModules } from '../lib/modules.ts';
import { useQuery } from '../lib/query.ts';
import { href } from '../lib/router.ts';
import { Card } from '../parts/card.tsx';
import { Account } from '../parts/ids.tsx';
import { ModuleView } from '../parts/module-view.tsx';
import { Source } from '../parts/source.tsx';
import { Async, Problem } from '../parts/states.tsx';
import { TableFrame } from '../parts/table-frame.tsx';

/** All native modules, or one of them. */
export function Modules({ args: [name] }: PageProps) {
  const state = useQuery('modules', loadModules);
  return (
    <>
      <Async state={state}>
        {(modules) => {
          if (name === undefined) return <ModuleList modules={modules} />;
          const module = modules.find((each) => each.name === name);
          if (module !== undefined) return <ModuleView module={module} />;
          return (
            <Problem
              error={new Error(`There is no module ${name}: there are ${modules.map((each) => each.name).join(', ')}.`)}
            />
          );
        }}
      </Async>
      <Source calls={[['qord_getModules', []]]} />
    </>
  );
}

type Declarations = Awaited<ReturnType<typeof loadModules>>;

function ModuleList({ modules }: { readonly modules: Declarations }) {
  return (
    <>
      <h1>Native modules</h1>
      <Card title={`${modules.length} modules, each called like a contract`}>
        <TableFrame>
          <table>
            <thead>
              <tr>
                <th>module</th>
                <th>what it does</th>
                <th>address</th>
                <th class="right">calls</th>
                <th class="right">records</th>
                <th class="right">events</th>
              </tr>
            </thead>
            <tbody>
              {modules.map(({ name, doc, address, contracts, records, events }) => (
                <tr key={name}>
                  <td>
                    <a href={href(`/modules/${name}`)}>{name}</a>
                  </td>
                  <td class="wide">{doc}</td>
                  <td>
                    <Account address={address} />
                  </td>
                  <td class="number right">{contracts.reduce((sum, { calls }) => sum + calls.length, 0)}</td>
                  <td class="number right">{records.length}</td>
                  <td class="number right">{events.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </Card>
    </>
  );
}
