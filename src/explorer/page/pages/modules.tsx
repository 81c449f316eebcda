import type { PageProps } from '../app.tsx';
import { loadBriefs, loadModule, type ModuleBrief } from '../lib/modules/modules.ts';
import { useQuery } from '../lib/node/query.ts';
import { href } from '../lib/site/router.ts';
import { Card } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Problem } from '../parts/frame/states.tsx';
import { TableFrame } from '../parts/frame/table-frame.tsx';
import { ModuleView } from '../parts/modules/module-view.tsx';
import { Account } from '../parts/values/ids.tsx';

/** All native modules, or one of them. */
export function Modules({ args: [name] }: PageProps) {
  return name === undefined ? <AllModules /> : <OneModule name={name} />;
}

function AllModules() {
  return (
    <>
      <Async state={useQuery('modules', loadBriefs)}>{(modules) => <ModuleList modules={modules} />}</Async>
      <Source calls={[['qord_listModules', []]]} />
    </>
  );
}

function OneModule({ name }: { readonly name: string }) {
  const state = useQuery(`module ${name}`, async () => (await loadModule(name)) ?? null);
  return (
    <>
      <Async state={state}>{(module) => (module === null ? <NoModule /> : <ModuleView module={module} />)}</Async>
      <Source calls={[['qord_getModules', [[name]]]]} />
    </>
  );
}

function NoModule() {
  return (
    <Async state={useQuery('modules', loadBriefs)}>
      {(modules) => (
        <Problem
          error={new Error(`There is no such module: there are ${modules.map(({ name }) => name).join(', ')}.`)}
        />
      )}
    </Async>
  );
}

function ModuleList({ modules }: { readonly modules: readonly ModuleBrief[] }) {
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
              {modules.map(({ name, doc, address, calls, records, events }) => (
                <tr key={name}>
                  <td>
                    <a href={href(`/modules/${name}`)}>{name}</a>
                  </td>
                  <td class="wide">{doc}</td>
                  <td>
                    <Account address={address} />
                  </td>
                  <td class="number right">{calls}</td>
                  <td class="number right">{records}</td>
                  <td class="number right">{events}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </Card>
    </>
  );
}
