import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSettling } from './lib/node/settling.ts';
import { location, segmentsOf } from './lib/site/router.ts';
import { visibleText } from './lib/text/visible-text.ts';
import { Home } from './pages/home.tsx';
import { Caught } from './parts/frame/caught.tsx';
import { Layout } from './parts/frame/layout.tsx';
import { Problem } from './parts/frame/states.tsx';

/** A page gets the decoded parts of its path behind its name. */
export type PageProps = { readonly args: readonly string[] };
type Page = ComponentType<PageProps>;

/** The home page comes with the first view; every other page is loaded when it is opened. */
const pages: Readonly<Record<string, () => Promise<Page>>> = {
  blocks: () => import('./pages/blocks.tsx').then(({ Blocks }) => Blocks),
  block: () => import('./pages/block.tsx').then(({ BlockPage }) => BlockPage),
  tx: () => import('./pages/transaction.tsx').then(({ TransactionPage }) => TransactionPage),
  address: () => import('./pages/address.tsx').then(({ AddressPage }) => AddressPage),
  pool: () => import('./pages/pool.tsx').then(({ Pool }) => Pool),
  modules: () => import('./pages/modules.tsx').then(({ Modules }) => Modules),
  contracts: () => import('./pages/contracts.tsx').then(({ Contracts }) => Contracts),
  console: () => import('./pages/console.tsx').then(({ Console }) => Console),
  tools: () => import('./pages/tools.tsx').then(({ Tools }) => Tools),
  validators: () => import('./pages/validators.tsx').then(({ Validators }) => Validators),
  tokenomics: () => import('./pages/tokenomics.tsx').then(({ Tokenomics }) => Tokenomics),
  prism: () => import('./pages/prism.tsx').then(({ Prism }) => Prism),
  governance: () => import('./pages/governance.tsx').then(({ Governance }) => Governance),
  rollups: () => import('./pages/rollups.tsx').then(({ Rollups }) => Rollups),
  bridges: () => import('./pages/bridges.tsx').then(({ Bridges }) => Bridges),
  layers: () => import('./pages/layers.tsx').then(({ Layers }) => Layers),
  crossvm: () => import('./pages/crossvm.tsx').then(({ CrossVm }) => CrossVm),
  network: () => import('./pages/network.tsx').then(({ Network }) => Network),
  token: () => import('./pages/address.tsx').then(({ AddressPage }) => AddressPage),
};

const loaded = signal<Readonly<Record<string, Page | Error>>>({ '': Home });

/** The whole explorer: the layout around the page that the address names, which is loaded when it is first opened. */
export function App() {
  const [name = '', ...args] = segmentsOf(location.value.path);
  useEffect(() => {
    document.title = name === '' ? 'qord explorer' : `${visibleText([name, ...args].join(' '), 60)} · qord explorer`;
    const load = Object.hasOwn(pages, name) ? pages[name] : undefined;
    if (load === undefined || typeof loaded.peek()[name] === 'function') return;
    load().then(
      (page) => {
        loaded.value = { ...loaded.peek(), [name]: page };
      },
      () => {
        const error = new Error(
          'This page could not be loaded: the node does not respond, or was updated. Reload to try again.',
        );
        loaded.value = { ...loaded.peek(), [name]: error };
      },
    );
  }, [name, args.join('/')]);
  useSettling(location.value.path, loaded.value[name] !== undefined || !Object.hasOwn(pages, name));
  return (
    <Layout>
      <Caught key={location.value.path}>
        <Content name={name} args={args} />
      </Caught>
    </Layout>
  );
}

function Content({ name, args }: PageProps & { readonly name: string }) {
  const Page = Object.hasOwn(loaded.value, name) ? loaded.value[name] : undefined;
  if (Page instanceof Error) return <Problem error={Page} />;
  if (Page !== undefined) return <Page key={args.join('/')} args={args} />;
  if (Object.hasOwn(pages, name)) return <div class="note">Loading …</div>;
  return <Problem error={new Error(`There is no page ${location.value.path}. Search above, or go back home.`)} />;
}
