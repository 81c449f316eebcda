import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { DirectionFilter, directionOf } from '../../lib/accounts/direction-filter.ts';
import { History, type HistoryEntry, hashOf } from '../../lib/accounts/history.ts';
import { endpoints } from '../../lib/node/endpoints.ts';
import { head, rewound } from '../../lib/node/head.ts';
import type { Hex } from '../../lib/node/types.ts';
import { location, setQuery } from '../../lib/site/router.ts';
import { counted } from '../../lib/text/counted.ts';
import { SendSome } from '../frame/send-some.tsx';
import { Empty, Problem, Skeleton } from '../frame/states.tsx';
import { VirtualList } from '../frame/virtual-list.tsx';
import { Qor, Time } from '../values/amounts.tsx';
import { Gain } from '../values/gain.tsx';
import { Account, BlockLink, TransactionId } from '../values/ids.tsx';
import { Recipient } from '../values/recipient.tsx';
import { Status } from '../values/status.tsx';

const directions = ['all', 'sent', 'received', 'other'] as const;
type Choice = (typeof directions)[number];

const columns = '10em 7em 5em 7em 6em minmax(10em, 1fr) minmax(10em, 1fr) 12em';
const titles = ['hash', 'time', '>block', 'status', 'direction', 'from', 'to', '>gained or lost'];

/** Every transaction that touched an account: as sender, recipient, or because its balance changed. */
export function AccountHistory({ address }: { readonly address: Hex }) {
  const history = useMemo(() => new History(address), [address, rewound.value]);
  const newest = head.value;
  useEffect(() => {
    if (endpoints.svm !== null) void history.readMore();
  }, [history]);
  useEffect(() => {
    if (newest !== undefined) void history.readNew(newest.height);
  }, [history, newest?.hash]);
  const asked = location.value.query.get('direction');
  const choice = directions.find((each) => each === asked) ?? 'all';
  const filter = useMemo(
    () => (choice === 'all' ? undefined : new DirectionFilter(history, address, choice)),
    [history, address, choice],
  );
  const entries = history.entries.value;
  useEffect(() => {
    void filter?.readMore();
  }, [filter, entries.length > 0]);
  useEffect(() => {
    void filter?.readNew();
  }, [filter, history.added.value]);
  const error = history.error.value;
  if (endpoints.svm === null)
    return (
      <Empty>
        The history comes from the SVM interface, which is off: set enable = true in section [svm-rpc] of app.toml.
      </Empty>
    );
  if (error !== undefined && entries.length === 0) return <Problem error={error} />;
  const shown = filter?.matches.value ?? entries;
  const isComplete = (filter ?? history).isComplete.value;
  return (
    <>
      <Choices choice={choice} text={progressText(history, filter)} />
      {shown.length === 0 && isComplete ? (
        <Empty>
          No such transaction yet. <SendSome to={address} />
        </Empty>
      ) : (
        <VirtualList
          count={shown.length}
          added={filter === undefined ? history.added.value : 0}
          renewed={history.details.version}
          label="Transactions of the account, newest first"
          columns={columns}
          titles={titles}
          onEnd={() => void (filter ?? history).readMore()}
          row={(index) => cells(shown[index], history, address)}
        />
      )}
    </>
  );
}

/** What is shown, and how much of the history it is. */
function progressText(history: History, filter: DirectionFilter | undefined): string {
  const read = history.entries.value.length;
  if (filter === undefined) {
    return `${counted(read, 'transaction')}${history.isComplete.value ? '' : ' read, newest first; scroll for more'}`;
  }
  const found = counted(filter.matches.value.length, 'transaction');
  return filter.isComplete.value ? found : `${found} among the newest ${filter.examined.value}; scroll for more`;
}

function Choices({ choice, text }: { readonly choice: Choice; readonly text: string }) {
  return (
    <div class="padded row between">
      <span class="hint">{text}</span>
      <label class="row">
        <span class="hint">show</span>
        <select value={choice} onChange={({ currentTarget }) => setQuery({ direction: currentTarget.value })}>
          {directions.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function cells(entry: HistoryEntry | undefined, history: History, address: Hex): readonly ComponentChildren[] {
  if (entry === undefined) return [];
  const details = history.details.get(entry);
  const known = [
    <TransactionId key="hash" hash={hashOf(entry)} />,
    <Time key="time" at={entry.timestamp} />,
    <BlockLink key="block" height={entry.height} />,
    <Status key="status" ok={entry.ok} />,
  ];
  if (details === undefined) return [...known, <Skeleton key="direction" width="4em" />, '', '', ''];
  const { transaction, gain } = details;
  return [
    ...known,
    directionText[directionOf(details, address)],
    <Account key="from" address={transaction.from} />,
    <Recipient key="to" transaction={transaction} created={null} />,
    gain === undefined ? <Qor key="value" wei={transaction.value} /> : <Gain key="gain" wei={gain} />,
  ];
}

const directionText = { sent: '↗ sent', received: '↙ received', other: '· other' } as const;
