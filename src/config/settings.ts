import { z } from 'zod';
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
  readonly kind: SettingKind;
  readonly description: string;
  /** as it is written in the file */
  readonly defaultValue: SettingValue;
  /** the only accepted texts, when there are such */
  readonly choices: readonly string[] | undefined;
  /** whether it matters that nobody has set it: the default depends on the network */
  readonly isOptional: boolean;
  readonly schema: z.ZodType;
};

const kinds = { integer: 'whole number', number: 'number', boolean: 'boolean', string: 'text' } as const;

/** What a key's schema must state, so that flags, comments and documentation can be made from it. */
const value = z.union([z.string(), z.number(), z.boolean()]);
const settingShape = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  description: z.string(),
  default: value.optional(),
  /** of a key that may stay unset, because its default depends on the network */
  usualDefault: value.optional(),
  enum: z.array(z.string()).optional(),
});

/** Every key, in the order of the file. */
export const settings: readonly Setting[] = Object.entries(configSections).flatMap(([section, { schema }]) =>
  Object.entries(schema.shape).map(([key, keySchema]) => describeSetting(section, key, keySchema)),
);

function describeSetting(section: string, key: string, schema: z.ZodType): Setting {
  const shape = settingShape.parse(z.toJSONSchema(schema, { io: 'input' }));
  const defaultValue = shape.default ?? shape.usualDefault;
  if (defaultValue === undefined) throw new RangeError(`${section}.${key} states no default`);
  return {
    section,
    key,
    flag: `--${section}.${key}`,
    variable: `QORD_${section}_${key}`.toUpperCase().replaceAll('-', '_'),
    kind: kinds[shape.type],
    description: shape.description,
    defaultValue,
    choices: shape.enum,
    isOptional: shape.default === undefined,
    schema,
  };
}
