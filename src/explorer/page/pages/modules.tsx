import type { PageProps } from '../app.tsx';
import { loadBriefs, loadModule, type ModuleBrief } from '../lib/modules/modules.ts';
import { useQuery } from '../lib/node/query.ts';
import { href } from '../lib/site/router.ts';
import { Card } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Problem } from '../parts/frame/states.tsx';
import { Table } from '../parts/frame/table.tsx';
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
        <Table
          rows={modules}
          rowKey={({ name }) => name}
          columns={[
            { title: 'module', cell: ({ name }) => <a href={href(`/modules/${name}`)}>{name}</a> },
            { title: 'what it does', cell: ({ doc }) => doc, cellClass: 'wide' },
            { title: 'address', cell: ({ address }) => <Account address={address} /> },
            { title: '>calls', cell: ({ calls }) => calls },
            { title: '>records', cell: ({ records }) => records },
            { title: '>events', cell: ({ events }) => events },
          ]}
        />
      </Card>
    </>
  );
}
