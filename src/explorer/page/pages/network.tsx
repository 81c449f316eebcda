import { chain } from '../lib/node/chain.ts';
import { head } from '../lib/node/head.ts';
import { useRpc } from '../lib/node/query.ts';
import type { Consensus, Syncing } from '../lib/node/types.ts';
import { grouped, percent } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { ConsensusNow } from '../parts/chain/consensus-now.tsx';
import { NetworkFacts } from '../parts/chain/network-facts.tsx';
import { PeerTable } from '../parts/chain/peer-table.tsx';
import { ValidatorVotes } from '../parts/chain/validator-votes.tsx';
import { Card, Facts } from '../parts/frame/card.tsx';
import { Command } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { Count, Time } from '../parts/values/amounts.tsx';
import { Id } from '../parts/values/ids.tsx';
import { ShareBar } from '../parts/values/share-bar.tsx';

/** A network that waits brings no new block to renew the page with. */
const intervalMs = 2_000;

/** This node and those it is connected to; the block that the validators vote on. */
export function Network() {
  const consensus = useRpc<Consensus | null>('qord_getConsensus', [], { live: true, every: intervalMs });
  return (
    <>
      <h1>Network</h1>
      <div class="grid">
        <ThisNode consensus={consensus.data ?? undefined} />
        {consensus.data ? <ConsensusNow consensus={consensus.data} /> : <NetworkFacts />}
      </div>
      <Async state={consensus}>
        {(now) =>
          now === null ? (
            <Alone />
          ) : (
            <>
              <ValidatorVotes consensus={now} />
              <PeerTable consensus={now} />
              <NetworkFacts />
            </>
          )
        }
      </Async>
      <Source
        calls={[
          ['qord_getConsensus', []],
          ['net_peerCount', []],
          ['eth_syncing', []],
          ['qord_listRecords', ['staking', 'validator']],
        ]}
      />
    </>
  );
}

function Alone() {
  return (
    <Card title="Peers">
      <Empty>
        {chain.value?.isDevelopment
          ? 'This node makes its blocks alone: nobody else votes. For a network on this machine: '
          : 'This node makes its blocks alone, or its CometBFT does not respond. A network on this machine: '}
        <Command words={['testnet', 'init', '--validators', '4', '--output', 'net']} isOfNode={false} />
      </Empty>
    </Card>
  );
}

function ThisNode({ consensus }: { readonly consensus: Consensus | undefined }) {
  const peers = useRpc<string>('net_peerCount', [], { live: true, every: intervalMs });
  const syncing = useRpc<Syncing | false>('eth_syncing', [], { live: true, every: intervalMs });
  const newest = head.value;
  const isIsolated = consensus !== undefined && consensus.validators.length > 1 && Number(peers.data ?? 1) === 0;
  return (
    <Card title="This node">
      <Facts
        entries={{
          program: chain.value?.clientVersion,
          id: consensus && <Id id={consensus.id} what="id of this node" />,
          'connected peers': peers.data === undefined ? '…' : grouped(Number(peers.data)),
          synchronisation:
            syncing.data === undefined ? '…' : <Progress syncing={syncing.data} isIsolated={isIsolated} />,
          'newest block': newest && <Count of={newest.height} />,
          'its time': newest && <Time at={newest.timestamp} full />,
          namespaces: chain.value?.namespaces.join(', '),
        }}
      />
    </Card>
  );
}

type ProgressProps = { readonly syncing: Syncing | false; readonly isIsolated: boolean };

/** A node without peers cannot know what the others have. */
function Progress({ syncing, isIsolated }: ProgressProps) {
  if (isIsolated) return <span class="badge warn">⚠ no peers: it cannot know whether the chain has gone on</span>;
  if (syncing === false) return <>✓ at the head of the chain</>;
  const [current, highest] = [BigInt(syncing.currentBlock), BigInt(syncing.highestBlock)];
  if (highest <= current) return <span class="badge warn">⚠ behind; the peers have not said how far</span>;
  return (
    <div class="stack">
      <span class="badge warn">⚠ {counted(Number(highest - current), 'block')} behind</span>
      <ShareBar
        share={Number(current) / Number(highest)}
        text={`${grouped(current)} of ${grouped(highest)}, ${percent(current, highest)}`}
      />
    </div>
  );
}
