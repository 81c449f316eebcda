/** An object whose members are produced one by one while they are written. Undefined members are left out. */
export class LazyObject {
  readonly rows: Iterable<readonly [name: string, value: unknown]>;
  constructor(rows: Iterable<readonly [name: string, value: unknown]>) {
    this.rows = rows;
  }
}

/**
 * The result of `JSON.stringify(value, undefined, indent)` in chunks. Only one member of each `LazyObject` is in memory
 * at a time. `margin`: the newline and indentation of this value.
 */
export function* jsonChunks(value: unknown, indent: string, margin = '\n'): Iterable<string> {
  if (!(value instanceof LazyObject)) {
    yield JSON.stringify(value, undefined, indent).replaceAll('\n', margin);
    return;
  }
  const inner = indent === '' ? '' : margin + indent;
  const colon = indent === '' ? ':' : ': ';
  let before = '{';
  for (const [name, member] of value.rows) {
    if (member === undefined) continue;
    yield `${before}${inner}${JSON.stringify(name)}${colon}`;
    yield* jsonChunks(member, indent, margin + indent);
    before = ',';
  }
  if (before === '{') yield '{}';
  else yield indent === '' ? '}' : `${margin}}`;
}
