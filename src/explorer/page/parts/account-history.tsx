import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { toBase58 } from '../lib/accounts.ts';
import { counted } from '../lib/counted.ts';
import { endpoints } from '../lib/endpoints.ts';
import { head } from '../lib/head.ts';
import { History, type HistoryEntry } from '../lib/history.ts';
import { location, setQuery } from '../lib/router.ts';
import type { Hex, Transaction } from '../lib/types.ts';
import { Qor, Time } from './amounts.tsx';
import { Account, BlockLink, TransactionId } from './ids.tsx';
import { Empty, Problem, Skeleton } from './states.tsx';
import { Status } from './status.tsx';
import { Recipient } from './transaction-table.tsx';
import { VirtualList } from './virtual-list.tsx';

const directions = ['all', 'sent', 'received', 'other'] as const;
type Direction = (typeof directions)[number];

const columns = '10em 7em 5em 7em 6em minmax(10em, 1fr) minmax(10em, 1fr) 12em';
const titles = ['hash', 'time', '>block', 'status', 'direction', 'from', 'to', '>value'];

/** Every transaction that touched an account: as sender, recipient, or because its balance changed. */
export function AccountHistory({ address }: { readonly address: Hex }) {
  const history = useMemo(() => new History(toBase58(address)), [address]);
  const newest = head.value?.hash;
  useEffect(() => {
    if (endpoints.svm !== null) void history.readMore();
  }, [history]);
  useEffect(() => {
    void history.readNew();
  }, [history, newest]);
  const asked = location.value.query.get('direction');
  const direction = directions.find((each) => each === asked) ?? 'all';
  const error = history.error.value;
  if (endpoints.svm === null)
    return (
      <Empty>
        The history comes from the SVM interface, which is off: set enable = true in section [svm-rpc] of app.toml.
      </Empty>
    );
  if (error !== undefined && history.entries.value.length === 0) return <Problem error={error} />;
  const shown = filtered(history, address, direction);
  const isComplete = history.isComplete.value;
  return (
    <>
      <div class="padded row between">
        <span class="hint">
          {counted(shown.length, 'transaction')}
          {isComplete ? '' : ' read, newest first; scroll for more'}
        </span>
        <label class="row">
          <span class="hint">show</span>
          <select value={direction} onChange={({ currentTarget }) => setQuery({ direction: currentTarget.value })}>
            {directions.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      {shown.length === 0 && isComplete ? (
        <Empty>
          No such transaction yet. Send some QOR: <code>qord tx send {address} 1qor --from dev0</code>
        </Empty>
      ) : (
        <VirtualList
          count={shown.length}
          label="Transactions of the account, newest first"
          columns={columns}
          titles={titles}
          onEnd={() => void history.readMore()}
          row={(index) => cells(shown[index], history, address)}
        />
      )}
    </>
  );
}

function directionOf({ from, to }: Transaction, address: Hex): Direction {
  if (from.toLowerCase() === address) return 'sent';
  return to?.toLowerCase() === address ? 'received' : 'other';
}

/** With a direction chosen, the details of all entries are read: only they tell it. */
function filtered(history: History, address: Hex, direction: Direction): readonly HistoryEntry[] {
  const entries = history.entries.value;
  if (direction === 'all') return entries;
  history.version.value; // renewed as details arrive
  return entries.filter(({ hash }) => {
    const details = history.details(hash);
    return details !== undefined && directionOf(details, address) === direction;
  });
}

function cells(entry: HistoryEntry | undefined, history: History, address: Hex): readonly ComponentChildren[] {
  history.version.value; // renewed as details arrive
  if (entry === undefined) return [];
  const details = history.details(entry.hash);
  const known = [
    <TransactionId key="hash" hash={entry.hash} />,
    <Time key="time" at={entry.timestamp} />,
    <BlockLink key="block" height={entry.height} />,
    <Status key="status" ok={entry.ok} />,
  ];
  if (details === undefined) return [...known, <Skeleton key="direction" width="4em" />, '', '', ''];
  return [
    ...known,
    directionText[directionOf(details, address)],
    <Account key="from" address={details.from} />,
    <Recipient key="to" transaction={details} created={null} />,
    <Qor key="value" wei={details.value} />,
  ];
}

const directionText: Readonly<Record<Direction, string>> = {
  all: '',
  sent: '↗ sent',
  received: '↙ received',
  other: '· other',
};
