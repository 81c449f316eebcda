import { Value } from './value.tsx';

/** A part of the key of a record: their declarations name what they are. */
export function KeyPart({ name, value }: { readonly name: string; readonly value: unknown }) {
  const unit = typeof value === 'number' && /(?:^|_)(height|time)$/.exec(name)?.[1];
  return <Value value={value} unit={unit === false ? undefined : unit} />;
}
