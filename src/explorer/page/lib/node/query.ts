import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { head, rewound } from './head.ts';
import { countRenewed, waitingTime } from './pace.ts';
import { call, callSvm, isReachable, type RpcError } from './rpc.ts';
import { isVisible } from './visibility.ts';

/** The state of a query. `data` stays while it is read again. */
export type QueryState<T> = {
  readonly data: T | undefined;
  readonly error: RpcError | Error | undefined;
  readonly isLoading: boolean;
};

type Entry = {
  readonly state: Signal<QueryState<unknown>>;
  /** hash of the newest block then */
  loadedAt: string | undefined;
  /** Time of that load by the clock of the page, and the size of what was loaded. */
  readAt: number;
  bytes: number;
  running: boolean;
};

const maxEntries = 500;
const entries = new Map<string, Entry>();

/** How many things are being read for the first time. */
export const firstReads = signal(0);

type QueryOptions = {
  /** read again with every new block, as far as the pace of an idle page allows */
  readonly live?: boolean;
  /** read again after so many milliseconds, as long as it is shown */
  readonly every?: number;
  /** names what the query shows: another key of the same thing does not empty what is there */
  readonly rolling?: string;
};

/** Reads something by `load` and caches it under `key`. An undefined key reads nothing. */
export function useQuery<T>(
  key: string | undefined,
  load: () => Promise<T>,
  { live = false, every, rolling }: QueryOptions = {},
): QueryState<T> {
  rewound.value; // then the entry is another one
  const entry = key === undefined ? undefined : entryOf(key);
  const shown = useRolling(entry, rolling);
  const newest = live ? head.value?.hash : undefined;
  const canRead = isReachable.value && isVisible.value;
  const isRenewed = key !== undefined && (live || every !== undefined);
  useEffect(() => (isRenewed ? countRenewed() : undefined), [isRenewed]);
  useEffect(() => {
    if (entry === undefined || entry.running) return;
    const { error, data } = entry.state.peek();
    const isFirst = data === undefined;
    const isOld = isFirst || (live && entry.loadedAt !== newest);
    if (!isOld || (!canRead && !(isFirst && error === undefined))) return;
    const { bytes, readAt } = isFirst ? shown : entry; // another key of what is there already has time
    const wait = waitingTime(bytes, readAt);
    if (wait === 0) return void run(entry, load);
    const timer = setTimeout(() => void run(entry, load), wait);
    return () => clearTimeout(timer);
  }, [key, entry, newest, canRead, live]);
  useEffect(() => {
    if (entry === undefined || every === undefined) return;
    const timer = setInterval(() => {
      const mayRead = isReachable.peek() && isVisible.peek() && waitingTime(entry.bytes, entry.readAt) === 0;
      if (!entry.running && mayRead) void run(entry, load);
    }, every);
    return () => clearInterval(timer);
  }, [key, entry, every]);
  entry?.state.value; // redrawn when it arrives, also while another key is shown
  return (shown.state as ReadonlySignal<QueryState<T>>).value; // written by `run` of the same key
}

/** The entry to show: as long as another key of the same thing is read, the one before. */
function useRolling(entry: Entry = nothing, name: string | undefined): Entry {
  const before = useRef({ name, entry });
  const { data, error } = entry.state.value;
  const isEmpty = data === undefined && error === undefined;
  if (!isEmpty || name === undefined || before.current.name !== name) before.current = { name, entry };
  return before.current.entry;
}

function createEntry(isLoading: boolean): Entry {
  return {
    state: signal<QueryState<unknown>>({ data: undefined, error: undefined, isLoading }),
    loadedAt: undefined,
    readAt: Number.NEGATIVE_INFINITY,
    bytes: 0,
    running: false,
  };
}

/** What a query without a key shows. */
const nothing = createEntry(false);

function entryOf(key: string): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const entry = createEntry(true);
  entries.set(key, entry);
  if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '');
  return entry;
}

async function run(entry: Entry, load: () => Promise<unknown>): Promise<void> {
  entry.running = true;
  const at = head.peek()?.hash;
  const { data: before, error: failed } = entry.state.peek();
  const isFirst = before === undefined && failed === undefined;
  if (isFirst) firstReads.value++;
  try {
    const data = await load();
    entry.bytes = bytesOf(data);
    entry.state.value = { data, error: undefined, isLoading: false };
  } catch (error) {
    const shown = error instanceof Error ? error : new Error(String(error));
    entry.state.value = { data: entry.state.peek().data, error: shown, isLoading: false };
  } finally {
    entry.loadedAt = at;
    entry.readAt = performance.now();
    entry.running = false;
    if (isFirst) firstReads.value--;
  }
}

/** How long a result was, about: what a page made of it is seldom longer. */
function bytesOf(data: unknown): number {
  return JSON.stringify(data, (_name, value) => (typeof value === 'bigint' ? String(value) : value))?.length ?? 0;
}

type CallOptions = QueryOptions & { readonly skip?: boolean };

/** A method of the EVM interface. */
export function useRpc<T>(method: string, params: readonly unknown[], options?: CallOptions) {
  const key = options?.skip ? undefined : `rpc ${method} ${JSON.stringify(params)}`;
  return useQuery<T>(key, () => call<T>(method, params), options);
}

/** A method of the SVM interface. */
export function useSvm<T>(method: string, params: readonly unknown[], options?: CallOptions) {
  const key = options?.skip ? undefined : `svm ${method} ${JSON.stringify(params)}`;
  return useQuery<T>(key, () => callSvm<T>(method, params), options);
}

/** What was read of a chain that went back is read again. */
effect(() => {
  if (rewound.value > 0) entries.clear();
});
