import { CodecError, type Schema, within } from '../codec/codec.ts';

type Nested = Schema & {
  readonly properties?: Readonly<Record<string, Nested>>;
  readonly items?: Nested;
};

/**
 * Throws a CodecError when plain data of that schema name a block that the chain cannot have yet: above `next`, the
 * height of its first block after the genesis.
 */
export function assertNoLaterBlock(schema: Nested, plain: unknown, next: number): void {
  if (schema['x-unit'] === 'height' && schema['x-due'] !== true) assertNotLater(plain, next);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    within(name, () => assertNoLaterBlock(member, Object(plain)[name], next));
  }
  const { items } = schema;
  if (items === undefined || !Array.isArray(plain)) return;
  plain.forEach((item: unknown, at) => {
    within(`[${at}]`, () => assertNoLaterBlock(items, item, next));
  });
}

/** The same for one height. */
export function assertNotLater(height: unknown, next: number): void {
  if (Number(height) <= next || height === undefined) return;
  throw new CodecError(
    `is block ${height}, but the chain begins with block ${next}: initialHeight must be at least ${height}`,
  );
}
