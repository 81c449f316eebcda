/** An object whose members are made one by one, while they are written. Members that are undefined are left out. */
export class LazyObject {
  readonly rows: Iterable<readonly [name: string, value: unknown]>;
  constructor(rows: Iterable<readonly [name: string, value: unknown]>) {
    this.rows = rows;
  }
}

/**
 * The text that `JSON.stringify(value, undefined, indent)` would return, in parts. Only one member of each `Members` is
 * in memory at a time. `margin` is what a line of this value begins with.
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
