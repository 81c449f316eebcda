import type { PageProps } from '../app.tsx';
import { useRecord, useRecords } from '../lib/modules/records.ts';
import type { Json } from '../lib/node/exact-json.ts';
import { useRpc } from '../lib/node/query.ts';
import { Card } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async } from '../parts/frame/states.tsx';
import { RecordLink, RecordTable, StatusWord } from '../parts/modules/record-table.tsx';
import { Foreign } from '../parts/values/foreign.tsx';
import { BlockLink } from '../parts/values/ids.tsx';
import { Value } from '../parts/values/value.tsx';

type Message = {
  readonly source_vm: string;
  readonly target_vm: string;
  readonly sender: string;
  readonly target_contract: string;
  readonly status: string;
  readonly created_height: number;
  readonly error: string;
};
type Queue = { readonly next: number; readonly head: number };

const shown = 200;

/** Messages between virtual machines, or one of them. */
export function CrossVm({ args: [id] }: PageProps) {
  return id === undefined ? <MessageList /> : <MessageView id={id} />;
}

function MessageList() {
  const queue = useRecord<Queue>('crossvm', 'queue').data;
  const from = [String(Math.max(1, (queue?.next ?? 0) - shown))];
  const state = useRecords<Message>('crossvm', 'message', { from, limit: shown });
  return (
    <>
      <h1>Cross-VM messages</h1>
      <Card title="Newest messages" aside={queue && <span class="hint">{queue.next - queue.head} wait</span>}>
        <RecordTable
          state={{ ...state, data: state.data?.toReversed() }}
          empty="No messages yet: contracts send them through the crossvm module."
          columns={[
            {
              title: '>number',
              cell: ({ key: [number = ''] }) => <RecordLink to={`/crossvm/${number}`} text={number} />,
            },
            { title: 'status', cell: ({ value }) => <StatusWord status={value.status} /> },
            { title: 'machines', cell: ({ value }) => `${value.source_vm} → ${value.target_vm}` },
            { title: 'sender', cell: ({ value }) => <Value value={value.sender} /> },
            { title: 'contract', cell: ({ value }) => <Value value={value.target_contract} /> },
            { title: 'sent in', cell: ({ value }) => <BlockLink height={value.created_height} /> },
            { title: 'error', cell: ({ value }) => <Foreign text={value.error} /> },
          ]}
        />
      </Card>
      <Source calls={[['qord_listRecords', ['crossvm', 'message', [], shown, from]]]} />
    </>
  );
}

function MessageView({ id }: { readonly id: string }) {
  const name = /^\d{1,15}$/.test(id) ? `crossvm-${id.padStart(8, '0')}` : id; // the list has numbers, the node names
  const state = useRpc<Json>('qor_getCrossVMMessage', [name], { live: true });
  return (
    <>
      <h1>
        Cross-VM message <Foreign text={id} />
      </h1>
      <Card title="Message" bare={false}>
        <Async state={state}>{(value) => <Value value={value} />}</Async>
      </Card>
      <Source calls={[['qor_getCrossVMMessage', [name]]]} />
    </>
  );
}
