import { existsSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import type * as z from 'zod';
import { readGivenFile } from '../primitives/given-file.ts';
import { isObject } from '../primitives/objects.ts';
import { closestMatch } from './closest-match.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { listeners } from './listeners.ts';
import { isSettingValue, type Setting, settings } from './settings.ts';
import type { ConfigValues } from './template.ts';

/** Where settings come from, strongest first: flags, environment variables, the file. */
type ConfigSources = {
  /** flag without dashes (`json-rpc.gas-cap`) → text */
  readonly flags: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** a file like app.toml, but without [comet], whose settings count more than those of app.toml; it exists */
  readonly folderFile?: string | undefined;
  /** app.toml; need not exist */
  readonly file: string;
};

/** Variables of the program that are not settings. */
const otherVariables = ['QORD_HOME', 'QORD_NODE', 'QORD_WS_URL', 'QORD_SVM_URL', 'QORD_SVM_WS_URL'];

type Raw = { readonly value: unknown; readonly source: string };

/** Joins all sources and the defaults. Throws a ConfigError that names source, key and remedy; writes nothing. */
export function readConfig(sources: ConfigSources): Config {
  const { variables, file } = sources;
  const tables = existsSync(file) ? readTables(file) : {};
  const given = givenBy(sources);
  rejectUnknownVariables(variables);
  const config: Record<string, Record<string, unknown>> = {};
  for (const setting of settings) {
    const { section, key } = setting;
    const raw = given(setting) ?? fromFile(setting, tables, file);
    config[section] = {
      ...config[section],
      [key]: raw === undefined ? setting.schema.parse(undefined) : checked(setting, raw),
    };
  }
  const complete = config as Config; // every key of every section was parsed by its own schema
  rejectEqualAddresses(complete);
  return complete;
}

/** What is stronger than app.toml gives for a setting. Throws a ConfigError. */
function givenBy({ flags, variables, folderFile }: GivenSources): (setting: Setting) => Raw | undefined {
  const tables = folderFile === undefined ? {} : readTables(folderFile);
  // the file may come with a project of somebody else, and this section names a program that is run
  if (folderFile !== undefined && tables.comet !== undefined) throw unknown(folderFile, 'section [comet]', undefined);
  return (setting) =>
    fromFlag(setting, flags) ?? fromVariable(setting, variables) ?? fromFile(setting, tables, folderFile ?? '');
}

type GivenSources = Omit<ConfigSources, 'file'>;

/** The settings of a section that others than app.toml give, by `section.key`. Throws a ConfigError. */
export function givenValues(section: string, sources: GivenSources): ConfigValues {
  const givenOf = givenBy(sources);
  const given = settings
    .filter((setting) => setting.section === section)
    .map((setting) => [setting, givenOf(setting)] as const);
  return Object.fromEntries(
    given.flatMap(([{ key }, raw]) => (isSettingValue(raw?.value) ? [[`${section}.${key}`, raw.value]] : [])),
  );
}

type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function readTables(file: string): Tables {
  const tables: Record<string, Readonly<Record<string, unknown>>> = {};
  const sections = [...new Set(settings.map(({ section }) => section))];
  for (const [name, table] of Object.entries(parseToml(file))) {
    if (!sections.includes(name)) throw unknown(file, `section [${name}]`, closestMatch(name, sections));
    if (!isObject(table) || table instanceof Date) throw unknown(file, `key ${name} outside of any section`, undefined);
    const keys = settings.filter(({ section }) => section === name).map(({ key }) => key);
    for (const key of Object.keys(table)) {
      if (!keys.includes(key)) throw unknown(file, `key ${key} in [${name}]`, closestMatch(key, keys));
    }
    tables[name] = table;
  }
  return tables;
}

function parseToml(file: string): Record<string, unknown> {
  const text = readText(file);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new ConfigError({ code: 'unreadable', source: `${file}:${error.line}:${error.column}`, reason });
  }
}

function readText(file: string): string {
  try {
    return readGivenFile(file).toString('utf8');
  } catch (error) {
    throw new ConfigError({ code: 'no-file', file, reason: error instanceof Error ? error.message : String(error) });
  }
}

function rejectUnknownVariables(variables: ConfigSources['variables']): void {
  const known = [...settings.map(({ variable }) => variable), ...otherVariables];
  for (const name of Object.keys(variables)) {
    if (!name.startsWith('QORD_') || known.includes(name)) continue;
    throw unknown('environment', `variable ${name}`, closestMatch(name, known));
  }
}

function unknown(source: string, name: string, nearest: string | undefined): ConfigError {
  return new ConfigError({ code: 'unknown', source, name, nearest });
}

function fromFlag(setting: Setting, flags: ConfigSources['flags']): Raw | undefined {
  const text = flags[setting.flag.slice(2)];
  return text === undefined ? undefined : { value: fromText(setting, text), source: setting.flag };
}

function fromVariable(setting: Setting, variables: ConfigSources['variables']): Raw | undefined {
  const text = variables[setting.variable];
  return text === undefined ? undefined : { value: fromText(setting, text), source: setting.variable };
}

function fromFile({ section, key }: Setting, tables: Tables, file: string): Raw | undefined {
  const value = tables[section]?.[key];
  return value === undefined ? undefined : { value, source: file };
}

/** Text of a flag or variable → the value the file would hold; other text stays as it is and is rejected later. */
function fromText(setting: Setting, text: string): unknown {
  const { kind } = setting.describe();
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind === 'text') return text;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function checked(setting: Setting, { value, source }: Raw): unknown {
  const result = setting.schema.safeParse(value);
  const hasNul = typeof value === 'string' && value.includes('\0'); // no path or host has one, and Node throws at it
  if (result.success && !hasNul) return result.data;
  const reason = hasNul ? 'must not contain a NUL' : reasonOf(setting, result.error?.issues[0]);
  throw new ConfigError({ code: 'bad-value', source, setting, value, reason });
}

function reasonOf(setting: Setting, issue: z.core.$ZodIssue | undefined): string {
  const { kind, choices } = setting.describe();
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`;
  if (issue?.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue?.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue?.code === 'invalid_format' || issue?.code === 'custom') return issue.message;
  return kind === 'boolean' ? 'must be true or false' : `must be a ${kind}`;
}

/** Two servers cannot share a port; the system would say so only after half of them listen. */
export function rejectEqualAddresses(config: Config, network?: string): void {
  const seen = new Map<string, string>();
  for (const { name, address } of listeners(config, network)) {
    const text = `${address.host}:${address.port}`;
    const first = seen.get(text);
    if (first !== undefined && address.port !== 0) {
      throw new ConfigError({ code: 'same-address', names: [first, name], address: text });
    }
    seen.set(text, name);
  }
}
