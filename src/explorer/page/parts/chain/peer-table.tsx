import type { Consensus } from '../../lib/node/types.ts';
import { counted } from '../../lib/text/counted.ts';
import { Card } from '../frame/card.tsx';
import { Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
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
      <TableFrame>
        <table>
          <thead>
            <tr>
              <th>name</th>
              <th>address</th>
              <th>id</th>
              <th>connection</th>
              <th class="right">newest block</th>
              <th>lag</th>
              <th>round and step</th>
            </tr>
          </thead>
          <tbody>
            {peers
              .toSorted((a, b) => a.height - b.height || (a.name < b.name ? -1 : 1))
              .map((peer) => (
                <tr key={peer.id}>
                  <td>
                    <Foreign text={peer.name || '(no name)'} most={40} />
                  </td>
                  <td class="mono">
                    <Foreign text={peer.address} />
                  </td>
                  <td>
                    <Id id={peer.id} what="id of the peer" />
                  </td>
                  <td>{peer.isOutbound ? '↗ opened by this node' : '↙ opened by the peer'}</td>
                  <td class="right">
                    {peer.height === 0 ? <span class="muted">unknown</span> : <Count of={peer.height - 1} />}
                  </td>
                  <td>
                    <Lag of={peer.height} to={height} />
                  </td>
                  <td>{peer.height === 0 ? '' : `${peer.round}, ${peer.step}`}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </TableFrame>
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
