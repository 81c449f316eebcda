import { chain } from '../lib/chain.ts';
import { endpoints } from '../lib/endpoints.ts';
import type { Json } from '../lib/exact-json.ts';
import { head } from '../lib/head.ts';
import { useRpc, useSvm } from '../lib/query.ts';
import { Time } from '../parts/amounts.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { NetworkFacts } from '../parts/network-facts.tsx';
import { Source } from '../parts/source.tsx';
import { Async, Empty } from '../parts/states.tsx';
import { Value } from '../parts/value.tsx';

/** This node and those it is connected to. */
export function Network() {
  const peers = useRpc<string>('net_peerCount', [], { live: true });
  const syncing = useRpc<Json>('eth_syncing', [], { live: true });
  const nodes = useSvm<readonly Json[]>('getClusterNodes', [], { live: true, skip: endpoints.svm === null });
  const newest = head.value;
  return (
    <>
      <h1>Network</h1>
      <div class="grid">
        <Card title="This node">
          <Facts
            entries={[
              ['program', chain.value?.clientVersion],
              ['connected peers', peers.data === undefined ? '…' : String(Number(peers.data))],
              [
                'synchronisation',
                syncing.data === undefined ? (
                  '…'
                ) : syncing.data === false ? (
                  '✓ at the head of the chain'
                ) : (
                  <Value key="sync" value={syncing.data} />
                ),
              ],
              ['newest block', newest && <Time key="time" at={Number(newest.timestamp)} full />],
              ['namespaces', chain.value?.namespaces.join(', ')],
            ]}
          />
        </Card>
        <NetworkFacts />
      </div>
      <Card title="Nodes">
        {endpoints.svm === null ? (
          <Empty>The list of nodes comes from the SVM interface, which is off.</Empty>
        ) : (
          <div class="padded stack">
            <Async state={nodes}>
              {(all) => (
                <>
                  {all.map((node, at) => (
                    <Value key={at} value={node} />
                  ))}
                </>
              )}
            </Async>
          </div>
        )}
      </Card>
      <Source
        calls={[
          ['net_peerCount', []],
          ['eth_syncing', []],
          ['getClusterNodes', []],
        ]}
      />
    </>
  );
}
