import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chain, networkName } from '../../lib/node/chain.ts';
import { endpoints, isOtherNode } from '../../lib/node/endpoints.ts';
import { head } from '../../lib/node/head.ts';
import { useRpc } from '../../lib/node/query.ts';
import { isReachable, silence } from '../../lib/node/rpc.ts';
import { isSettled } from '../../lib/node/settling.ts';
import type { Consensus, Syncing } from '../../lib/node/types.ts';
import { base } from '../../lib/site/base.ts';
import { href, location } from '../../lib/site/router.ts';
import { nextTheme, theme } from '../../lib/site/theme.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';
import { useNow } from '../../lib/text/now.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Time } from '../values/amounts.tsx';
import { LeftOut } from './caught.tsx';
import { InterventionBanner } from './intervention-banner.tsx';
import { SearchBox } from './search-box.tsx';

type Section = readonly [path: string, title: string];

/** The pages by what their visitor wants; the first name of a group is not a page. */
const groups: readonly { readonly name: string; readonly sections: readonly Section[] }[] = [
  {
    name: 'Chain',
    sections: [
      ['/', 'Home'],
      ['/blocks', 'Blocks'],
      ['/pool', 'Pool'],
      ['/network', 'Network'],
    ],
  },
  { name: 'Contracts', sections: [['/contracts', 'Contracts']] },
  {
    name: 'Modules',
    sections: [
      ['/modules', 'Modules'],
      ['/rollups', 'Rollups'],
      ['/bridges', 'Bridges'],
      ['/layers', 'Layers'],
      ['/crossvm', 'Cross-VM'],
      ['/prism', 'PRISM'],
    ],
  },
  {
    name: 'Staking',
    sections: [
      ['/validators', 'Validators'],
      ['/tokenomics', 'Tokenomics'],
      ['/governance', 'Governance'],
    ],
  },
  { name: 'Tools', sections: [['/console', 'RPC console']] },
];

/** The frame of every page. */
export function Layout({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <div class="top-row">
          <a class="brand" href={href('/')}>
            <img src={`${base}/icon.svg`} alt="" width="24" height="24" /> qord
          </a>
          <SearchBox />
          <LeftOut>
            <HeadStatus />
          </LeftOut>
          <button type="button" class="plain" onClick={nextTheme} aria-label={`Theme: ${theme.value}`}>
            {theme.value === 'system' ? '◐ system' : theme.value === 'dark' ? '● dark' : '○ light'}
          </button>
        </div>
        <Navigation />
      </header>
      <LeftOut>
        <Trouble />
      </LeftOut>
      <div class={isSettled.value ? '' : 'settling'}>
        {isOtherNode && <OtherNode />}
        <LeftOut>
          <InterventionBanner />
        </LeftOut>
        <main id="content" tabIndex={-1} aria-busy={!isSettled.value}>
          {children}
        </main>
        <LeftOut>
          <Foot />
        </LeftOut>
      </div>
    </>
  );
}

/** A link may have chosen the node that is shown: what it says is its own. */
function OtherNode() {
  return (
    <aside class="interventions" aria-label="Another node">
      <span>
        ⇄ shown as the node at <bdi class="mono wrap">{visibleText(endpoints.rpc ?? '', 120)}</bdi> says it
      </span>
      <a href={`${base}/`} target="_top" rel="external">
        the node of this explorer
      </a>
    </aside>
  );
}

function Navigation() {
  const { path } = location.value;
  const isDevelopment = chain.value?.isDevelopment ?? false;
  const sectionsOf = ({ name, sections }: (typeof groups)[number]): readonly Section[] =>
    name === 'Tools' && isDevelopment ? [...sections, ['/tools', 'Faucet and time']] : sections;
  const isHere = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  const frame = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(frame.current), [path, isDevelopment]);
  return (
    <nav ref={frame} class="nav" aria-label="Sections">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
        <span key={group.name} class="nav-group" role="group" aria-label={group.name}>
          {sectionsOf(group).map(([to, title]) => (
            <a key={to} href={href(to)} aria-current={isHere(to) ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </span>
      ))}
    </nav>
  );
}

/** Scrolls the sections sideways to the one that is open, where they do not fit the window. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!nav || current === undefined) return;
  const { left, width } = nav.getBoundingClientRect();
  nav.scrollLeft += current.left + current.width / 2 - left - width / 2;
}

function HeadStatus() {
  const height = head.value?.height;
  return (
    <a
      class="row nowrap head-status"
      href={height === undefined ? href('/blocks') : href(`/block/${height}`)}
      title="Newest block"
    >
      <span class={isReachable.value ? 'live' : 'live off'} aria-hidden="true" />
      <span class="number">{height === undefined ? '…' : `#${grouped(height)}`}</span>
    </a>
  );
}

function Trouble() {
  if (endpoints.rpc === null) {
    return (
      <div class="banner" role="alert">
        The EVM interface of this node is off: set enable = true in section [json-rpc] of app.toml, or open another node
        with ?rpc=http://host:port.
      </div>
    );
  }
  if (isReachable.value) return chain.value?.isDevelopment === false ? <NodeState /> : <Behind />;
  return (
    <div class="banner" role="alert">
      ⚠ <bdi>{visibleText(silence.value, 240)}</bdi> What is shown is old; the page tries again every two seconds.
    </div>
  );
}

/** Seconds without a block after which the newest one is called old: networks make an empty one every few seconds. */
const oldAfterSeconds = 60;

/** A node of a network may be cut off from it and not know: it has no peers, or its newest block is old. */
function NodeState() {
  const peers = useRpc<string>('net_peerCount', [], { every: 10_000 }).data;
  const isAlone = peers !== undefined && Number(peers) === 0;
  const consensus = useRpc<Consensus | null>('qord_getConsensus', [], { every: 30_000, skip: !isAlone }).data;
  const age = Date.now() / 1000 - (head.value?.timestamp ?? Number.POSITIVE_INFINITY);
  useNow(); // looked at again every few seconds
  const isCutOff = consensus === null ? age > oldAfterSeconds : (consensus?.validators.length ?? 0) > 1; // null: alone, or no CometBFT
  if (isAlone && isCutOff) {
    return (
      <div class="banner" role="status">
        ⚠ This node has no peers{consensus === null ? ', and its CometBFT does not respond' : ''}: the chain may have
        gone on without it. Its newest block is {head.value && <Time at={head.value.timestamp} />}.{' '}
        <a href={href('/network')}>Network</a>
      </div>
    );
  }
  if (age <= oldAfterSeconds) return <Behind />;
  return (
    <div class="banner" role="status">
      ⚠ The newest block is old: it was made {head.value && <Time at={head.value.timestamp} />}. The network makes none,
      or this node does not get them. <a href={href('/network')}>Network</a>
    </div>
  );
}

/** A node that follows its network late shows an older state than there is. */
function Behind() {
  const { data } = useRpc<Syncing | false>('eth_syncing', [], { every: 10_000 });
  if (!data) return null;
  const behind = Number(data.highestBlock) - Number(data.currentBlock);
  return (
    <div class="banner" role="status">
      ⚠ This node is {behind > 0 ? counted(behind, 'block') : 'still'} behind its network: what is shown is older than
      what others see. <a href={href('/network')}>Network</a>
    </div>
  );
}

function Foot() {
  const facts = chain.value;
  return (
    <footer class="foot">
      {facts === undefined
        ? 'connecting …'
        : `${networkName(facts)}, chain id ${facts.chainId} · ${visibleText(facts.clientVersion, 80)}`}{' '}
      · {endpoints.rpc ?? 'no interface'}
    </footer>
  );
}
