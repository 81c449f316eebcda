/** Reads what never changes, such as the past, once: keeps its promise under its key, unless it fails. */
export function once<K, V>(known: Map<K, Promise<V>>, key: K, read: (key: K) => Promise<V>): Promise<V> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const reading = read(key);
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
}
