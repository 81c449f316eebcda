import * as z from 'zod';
import { configSections } from './config.ts';

type SettingKind = 'whole number' | 'number' | 'boolean' | 'text';
export type SettingValue = string | number | boolean;

/** One key of app.toml with its other two spellings, derived from its owner's schema. */
export type Setting = {
  readonly section: string;
  readonly key: string;
  /** e.g. `--json-rpc.gas-cap` */
  readonly flag: string;
  /** e.g. `QORD_JSON_RPC_GAS_CAP` */
  readonly variable: string;
  readonly schema: z.ZodType;
  /** what only messages and documents need: a start makes the few of those settings that it is given */
  readonly describe: () => SettingDescription;
};

type SettingDescription = {
  readonly kind: SettingKind;
  readonly description: string;
  /** As written in the file. */
  readonly defaultValue: SettingValue;
  /** the only accepted texts, when there are such */
  readonly choices: readonly string[] | undefined;
  /** whether it matters that nobody has set it: the default depends on the network */
  readonly isOptional: boolean;
};

/** Every key, in the order of the file. */
export const settings: readonly Setting[] = Object.entries(configSections).flatMap(([section, { schema }]) =>
  Object.entries(schema.shape).map(([key, keySchema]) => ({
    section,
    key,
    flag: `--${section}.${key}`,
    variable: `QORD_${section}_${key}`.toUpperCase().replaceAll('-', '_'),
    schema: keySchema,
    describe: () => describeSetting(section, key, keySchema),
  })),
);

function describeSetting(section: string, key: string, schema: z.ZodType): SettingDescription {
  const { description, usualDefault } = schema.meta() ?? {};
  const { kind, choices, defaultValue = usualDefault, isOptional = false } = shapeOf(schema);
  if (description === undefined) throw new RangeError(`${section}.${key} has no description`);
  if (!isSettingValue(defaultValue)) throw new RangeError(`${section}.${key} states no default`);
  return { kind, description, defaultValue, choices, isOptional };
}

/** Whether a file can hold it as the value of a key. */
export const isSettingValue = (value: unknown): value is SettingValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

type Shape = Pick<SettingDescription, 'kind' | 'choices'> & { defaultValue?: unknown; isOptional?: true };

/** What a key's schema must state, so that flags, comments and documentation can be made from it. */
function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod; // all types that there are
  switch (def.type) {
    case 'default':
    case 'prefault':
      return { ...shapeOf(def.innerType), defaultValue: def.defaultValue };
    case 'optional':
      return { ...shapeOf(def.innerType), isOptional: true };
    case 'pipe':
      return shapeOf(def.in instanceof z.ZodTransform ? def.out : def.in);
    case 'enum':
      return { kind: 'text', choices: Object.values(def.entries).map(String) };
    case 'number':
      return { kind: 'format' in def ? 'whole number' : 'number', choices: undefined };
    case 'boolean':
      return { kind: 'boolean', choices: undefined };
    case 'string':
      return { kind: 'text', choices: undefined };
    default:
      throw new RangeError(`a setting cannot be of type ${def.type}`);
  }
}
