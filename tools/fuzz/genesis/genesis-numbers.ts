import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { boundsOf, type PlainBounds } from '#qord/kernel/codec/bounded.ts';
import type { PlainData } from '#qord/kernel/codec/codec.ts';
import { mostCounted } from '#qord/kernel/codec/scalars.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { isObject } from '#qord/primitives/objects.ts';

/** A number of a genesis, and what it may be. */
export type GenesisNumber = {
  /** `staking.validator.tokens` */
  readonly name: string;
  readonly bounds: PlainBounds;
  /** Throws a CodecError for a value that its record does not accept there. */
  assertAccepts(value: unknown): void;
  /** The document, or one that other numbers were changed in, with another value there. */
  with(value: unknown, before?: GenesisDocument): GenesisDocument;
};

/** Of numbers in keys; some have less. */
const keyBounds: PlainBounds = { unit: '', least: 0, most: mostCounted, reason: 'a number in a key' };

type Steps = readonly (string | number)[];

/**
 * Every number that the sections of modules in the document have: of parameters and single records, and of the first row
 * of each table that has it.
 */
export function genesisNumbers(document: GenesisDocument, modules: readonly NativeModule[]): readonly GenesisNumber[] {
  return modules.flatMap(({ name: module, params, singles, tables }) => {
    const section = document.modules[module];
    if (!isObject(section)) return [];
    const records = [...singles, ...tables, ...(params === undefined ? [] : [params.record])];
    const changedAt = (name: string, steps: Steps, value: unknown, before: GenesisDocument) => ({
      ...before,
      modules: { ...before.modules, [module]: replaced(before.modules[module], [name, ...steps], value) },
    });
    const keys = tables.flatMap(({ name, keyParts }) =>
      keyParts.flatMap((part, index) => {
        const steps = [0, 'key', index];
        if (typeof at(section[name], steps) !== 'number') return [];
        return [
          {
            name: `${module}.${name}.key.${part.name}`,
            bounds: keyBounds,
            assertAccepts: (value: unknown) => void part.fromText(String(value)),
            with: (value: unknown, before = document) => changedAt(name, steps, value, before),
          },
        ];
      }),
    );
    const values = records.flatMap(({ name, value: codec }) =>
      boundsOf(codec.schema).flatMap(([path, bounds]) => {
        const rows = section[name];
        const isTable = Array.isArray(rows);
        const inside = stepsOf(path);
        const row = isTable ? rows.findIndex((plain) => at(plain, ['value', ...inside]) !== undefined) : 0;
        const own = isTable ? [row, 'value'] : [];
        if (bounds.unit === 'items' || bounds.unit === 'bytes' || at(rows, [...own, ...inside]) === undefined)
          return [];
        const changed = (value: unknown, before = document) => changedAt(name, [...own, ...inside], value, before);
        const assertAccepts = (value: unknown) => void codec.fromPlain(replaced(at(rows, own), inside, value));
        return [
          { name: [module, name, path].filter((text) => text !== '').join('.'), bounds, assertAccepts, with: changed },
        ];
      }),
    );
    return [...values, ...keys];
  });
}

/** Values at the bounds of a number, around them, and those at which arithmetic often ends. */
export function extremes({ least, most }: PlainBounds): readonly PlainData[] {
  const wanted = [0n, 1n, 2n ** 53n - 1n, 2n ** 63n, 2n ** 64n, 2n ** 256n - 1n];
  const likeBound = (value: bigint) => (typeof most === 'number' ? Number(value) : String(value));
  return [...new Set([least, most, beyond(least, -1n), beyond(most, 1n), ...wanted.map(likeBound)])];
}

/** One more or less than a bound, in the form that the number has. */
export function beyond(bound: PlainData, step: bigint): PlainData {
  if (typeof bound === 'number') return bound + Number(step);
  const [whole = '0', digits] = String(bound).split('.');
  return digits === undefined ? String(BigInt(whole) + step) : `${BigInt(whole) + step}.${digits}`;
}

/** `milestones[].burn`: the first item. */
function stepsOf(path: string): Steps {
  return path.split('.').flatMap((part) => {
    const [name = '', ...lists] = part.split('[]');
    return [...(name === '' ? [] : [name]), ...lists.map(() => 0)];
  });
}

/** The value below the steps. */
function at(plain: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((inside, step) => {
    return Array.isArray(inside) ? inside[Number(step)] : isObject(inside) ? inside[step] : undefined;
  }, plain);
}

function replaced(plain: unknown, [step, ...rest]: Steps, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(plain)) return plain.with(Number(step), replaced(plain[Number(step)], rest, value));
  return isObject(plain) ? { ...plain, [step]: replaced(plain[step], rest, value) } : plain;
}
