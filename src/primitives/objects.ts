/** Whether a value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of the members of a record, with their types. As for `entriesOf`. */
export function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record) as Name[];
}

/**
 * Names and values of the members of a record, with their types. TypeScript's own `Object.entries` has any text for the
 * names, because an object may have more members than its type says: only for records that are made here.
 */
export function entriesOf<Name extends string, Value>(record: Readonly<Record<Name, Value>>): readonly [Name, Value][] {
  return Object.entries<Value>(record) as [Name, Value][];
}

/** A record with the same names, whose values are made from the names and values of `record`. As for `entriesOf`. */
export function mapRecord<Name extends string, Value, Result>(
  record: Readonly<Record<Name, Value>>,
  change: (value: Value, name: Name) => Result,
): Readonly<Record<Name, Result>> {
  const changed = entriesOf(record).map(([name, value]) => [name, change(value, name)] as const);
  return Object.fromEntries(changed) as Record<Name, Result>;
}
