import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { head } from './head.ts';
import { call, callSvm, isReachable, type RpcError } from './rpc.ts';

/** The state of a query. `data` stays while it is read again. */
export type QueryState<T> = {
  readonly data: T | undefined;
  readonly error: RpcError | Error | undefined;
  readonly isLoading: boolean;
};

type Entry = {
  readonly state: Signal<QueryState<unknown>> /** hash of the newest block then */;
  loadedAt: string | undefined;
  running: boolean;
};

const maxEntries = 500;
const entries = new Map<string, Entry>();

type QueryOptions = {
  /** read again with every new block */
  readonly live?: boolean;
  /** read again after so many milliseconds, as long as it is shown */
  readonly every?: number;
};

/** Reads something by `load` and caches it under `key`. An undefined key reads nothing. */
export function useQuery<T>(
  key: string | undefined,
  load: () => Promise<T>,
  { live = false, every }: QueryOptions = {},
) {
  const entry = key === undefined ? undefined : entryOf(key);
  const newest = live ? head.value?.hash : undefined;
  const reachable = isReachable.value;
  useEffect(() => {
    if (entry === undefined || entry.running) return;
    const { error, data } = entry.state.peek();
    const isOld = data === undefined || (live && entry.loadedAt !== newest);
    if (isOld && (error === undefined || reachable)) void run(entry, load);
  }, [key, newest, reachable, live]);
  useEffect(() => {
    if (entry === undefined || every === undefined) return;
    const timer = setInterval(() => {
      if (!entry.running && isReachable.peek() && document.visibilityState === 'visible') void run(entry, load);
    }, every);
    return () => clearInterval(timer);
  }, [key, every]);
  const state = (entry?.state ?? idle) as ReadonlySignal<QueryState<T>>;
  return state.value;
}

const idle = signal<QueryState<unknown>>({ data: undefined, error: undefined, isLoading: false });

function entryOf(key: string): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const entry: Entry = {
    state: signal<QueryState<unknown>>({ data: undefined, error: undefined, isLoading: true }),
    loadedAt: undefined,
    running: false,
  };
  entries.set(key, entry);
  if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '');
  return entry;
}

async function run(entry: Entry, load: () => Promise<unknown>): Promise<void> {
  entry.running = true;
  const at = head.peek()?.hash;
  try {
    const data = await load();
    entry.state.value = { data, error: undefined, isLoading: false };
    entry.loadedAt = at;
  } catch (error) {
    const shown = error instanceof Error ? error : new Error(String(error));
    entry.state.value = { data: entry.state.peek().data, error: shown, isLoading: false };
    entry.loadedAt = at;
  } finally {
    entry.running = false;
  }
}

/** A method of the EVM interface. */
export function useRpc<T>(method: string, params: readonly unknown[], options?: QueryOptions & { skip?: boolean }) {
  const key = options?.skip ? undefined : `rpc ${method} ${JSON.stringify(params)}`;
  return useQuery<T>(key, () => call<T>(method, params), options);
}

/** A method of the SVM interface. */
export function useSvm<T>(method: string, params: readonly unknown[], options?: QueryOptions & { skip?: boolean }) {
  const key = options?.skip ? undefined : `svm ${method} ${JSON.stringify(params)}`;
  return useQuery<T>(key, () => callSvm<T>(method, params), options);
}

/** Forgets what was read: after the chain was rewound. */
export function forgetQueries(): void {
  entries.clear();
}
