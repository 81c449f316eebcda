import type { Consensus } from '../../lib/node/types.ts';
import { counted } from '../../lib/text/counted.ts';
import { Card } from '../frame/card.tsx';
import { Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Count } from '../values/amounts.tsx';
import { Foreign } from '../values/foreign.tsx';
import { Id } from '../values/ids.tsx';

/** The nodes that this one is connected to, and how far they are. */
export function PeerTable({ consensus: { peers, height } }: { readonly consensus: Consensus }) {
  if (peers.length === 0) {
    return (
      <Card title="Peers">
        <Empty>
          No peer is connected: set persistent-peers in section [comet] of app.toml, and let others reach p2p-address.
        </Empty>
      </Card>
    );
  }
  return (
    <Card title={counted(peers.length, 'peer')}>
      <Table
        rows={peers.toSorted((a, b) => a.height - b.height || (a.name < b.name ? -1 : 1))}
        rowKey={({ id }) => id}
        columns={[
          { title: 'name', cell: ({ name }) => <Foreign text={name || '(no name)'} most={40} /> },
          { title: 'address', cell: ({ address }) => <Foreign text={address} />, cellClass: 'mono' },
          { title: 'id', cell: ({ id }) => <Id id={id} what="id of the peer" /> },
          {
            title: 'connection',
            cell: ({ isOutbound }) => (isOutbound ? '↗ opened by this node' : '↙ opened by the peer'),
          },
          {
            title: '>newest block',
            cell: (peer) => (peer.height === 0 ? <span class="muted">unknown</span> : <Count of={peer.height - 1} />),
          },
          { title: 'lag', cell: (peer) => <Lag of={peer.height} to={height} /> },
          {
            title: 'round and step',
            cell: (peer) => (peer.height === 0 ? '' : `${peer.round}, ${peer.step}`),
          },
        ]}
      />
    </Card>
  );
}

/** One block more or less is the time a message takes. */
function Lag({ of, to }: { readonly of: number; readonly to: number }) {
  if (of === 0) return null;
  if (of < to - 1) return <span class="badge bad">✗ {counted(to - of, 'block')} behind</span>;
  if (of > to + 1) return <span class="badge warn">⚠ {counted(of - to, 'block')} ahead of this node</span>;
  return <span class="badge good">✓ with this node</span>;
}
