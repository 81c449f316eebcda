import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { boundsOf, type PlainBounds } from '#qord/kernel/codec/bounded.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { isObject } from '#qord/primitives/objects.ts';

/** A number of a genesis, and what it may be. */
export type GenesisNumber = {
  /** `staking.validator.tokens` */
  readonly name: string;
  readonly bounds: PlainBounds;
  /** Throws a CodecError for a value that its record does not accept there. */
  assertAccepts(value: unknown): void;
  /** The document with another value there. */
  with(value: unknown): GenesisDocument;
};

/** Every number that the sections of modules in the document have: of parameters, single records and first rows. */
export function genesisNumbers(document: GenesisDocument, modules: readonly NativeModule[]): readonly GenesisNumber[] {
  return modules.flatMap(({ name: module, params, singles, tables }) => {
    const section = document.modules[module];
    if (!isObject(section)) return [];
    const records = [...singles, ...tables, ...(params === undefined ? [] : [params.record])];
    return records.flatMap(({ name, value: codec }) =>
      boundsOf(codec.schema).flatMap(([path, bounds]) => {
        const isTable = Array.isArray(section[name]);
        const steps = [...(isTable ? [0, 'value'] : []), ...stepsOf(path)];
        if (bounds.unit === 'items' || bounds.unit === 'bytes' || at(section[name], steps, steps.length) === undefined)
          return [];
        const changed = (value: unknown): GenesisDocument => {
          const changedSection = { ...section, [name]: replaced(section[name], steps, value) };
          return { ...document, modules: { ...document.modules, [module]: changedSection } };
        };
        const assertAccepts = (value: unknown) =>
          void codec.fromPlain(
            replaced(at(section[name], steps, isTable ? 2 : 0), steps.slice(isTable ? 2 : 0), value),
          );
        return [
          { name: [module, name, path].filter((text) => text !== '').join('.'), bounds, assertAccepts, with: changed },
        ];
      }),
    );
  });
}

/** `milestones[].burn`: the first item. */
function stepsOf(path: string): readonly (string | number)[] {
  return path.split('.').flatMap((part) => {
    const [name = '', ...lists] = part.split('[]');
    return [...(name === '' ? [] : [name]), ...lists.map(() => 0)];
  });
}

/** The value below the first steps. */
function at(plain: unknown, steps: readonly (string | number)[], count: number): unknown {
  return steps.slice(0, count).reduce<unknown>((inside, step) => {
    return Array.isArray(inside) ? inside[Number(step)] : isObject(inside) ? inside[step] : undefined;
  }, plain);
}

function replaced(plain: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(plain)) return plain.with(Number(step), replaced(plain[Number(step)], rest, value));
  return isObject(plain) ? { ...plain, [step]: replaced(plain[step], rest, value) } : plain;
}
