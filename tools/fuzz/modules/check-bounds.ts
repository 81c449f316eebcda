import type { PlainBounds } from '#qord/kernel/codec/bounded.ts';
import type { Schema } from '#qord/kernel/codec/codec.ts';
import { isObject } from '#qord/primitives/objects.ts';

/** Numbers of an answer that are beyond the bounds that its schema declares (`x-bounds`), each with its path. */
export function boundFaults(value: unknown, schema: Schema, place = '$'): readonly string[] {
  const bounds = schema['x-bounds'] as PlainBounds | undefined;
  const own = bounds !== undefined && isBeyond(value, bounds) ? [`${place}: ${String(value)} is out of bounds`] : [];
  const { properties, items } = schema;
  const members = isObject(properties) && isObject(value) ? Object.entries(properties) : [];
  const list = isObject(items) && Array.isArray(value) ? value : [];
  return [
    ...own,
    ...members.flatMap(([name, member]) =>
      isObject(member) && isObject(value) && name in value ? boundFaults(value[name], member, `${place}.${name}`) : [],
    ),
    ...list.flatMap((item: unknown, at) => (isObject(items) ? boundFaults(item, items, `${place}[${at}]`) : [])),
  ];
}

function isBeyond(value: unknown, { unit, least, most }: PlainBounds): boolean {
  const size = sizeOf(value, unit);
  return size < Number(least) || size > Number(most);
}

function sizeOf(value: unknown, unit: string): number {
  if (unit === 'bytes' && typeof value === 'string') return Buffer.byteLength(value, 'utf8');
  return Array.isArray(value) ? value.length : Number(value);
}
