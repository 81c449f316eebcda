import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { firstHeight, head } from '../../lib/node/head.ts';
import { useQuery } from '../../lib/node/query.ts';

/**
 * Searches blocks from the newest one backwards, and further back with each click on `button`, which is undefined once
 * all are searched. `search` gets the last height to look at, and returns the first one it has looked at as `from`.
 * `name`: what is searched for; another search needs another name and another key of its component.
 */
export function useLookBack<T extends { readonly from: number }>(name: string, search: (last: number) => Promise<T>) {
  const start = useSignal<number | undefined>(undefined);
  const height = head.value?.height;
  useEffect(() => {
    start.value ??= height;
  }, [height]);
  const first = useQuery(start.value === undefined ? undefined : `${name} ${start.value}`, () =>
    search(start.peek() ?? 0),
  );
  const older = useSignal<readonly T[]>([]);
  const isReading = useSignal(false);
  const end = older.value.at(-1) ?? first.data;
  const readOlder = async () => {
    if (end === undefined || isReading.peek()) return;
    isReading.value = true;
    const more = await search(end.from - 1).catch(() => undefined);
    if (more !== undefined) older.value = [...older.value, more];
    isReading.value = false;
  };
  const button = end !== undefined && end.from > firstHeight.value && (
    <button type="button" disabled={isReading.value} onClick={() => void readOlder()}>
      {isReading.value ? 'Reading …' : 'Look further back'}
    </button>
  );
  return { first, older: older.value, button };
}
