import { configSections } from './config.ts';
import { tomlValue } from './config-error.ts';
import { type Setting, type SettingValue, settings } from './settings.ts';

const heading = [
  '# Configuration of this qord node. Restart it after a change.',
  '# Every key is a flag of `qord start` too (--json-rpc.gas-cap 1) and an environment variable',
  '# (QORD_JSON_RPC_GAS_CAP=1). A flag wins over a variable, a variable over this file.',
];

/** Values that differ from the defaults, by `section.key`. */
export type ConfigValues = Readonly<Record<string, SettingValue>>;

/**
 * The text of a new app.toml: every key with what it means, and its value or default; what depends on the network is
 * commented out.
 */
export function renderConfigFile(values: ConfigValues = {}): string {
  const sections = Object.entries(configSections).flatMap(([name, { title }]) => {
    const own = settings.filter(({ section }) => section === name);
    return ['', `# ${title}`, `[${name}]`, ...own.flatMap((setting) => renderKey(setting, values))];
  });
  return `${[...heading, ...sections].join('\n')}\n`;
}

function renderKey(setting: Setting, values: ConfigValues): string[] {
  const { section, key } = setting;
  const { description, choices, defaultValue, isOptional } = setting.describe();
  const accepted = choices === undefined ? [] : [`# One of: ${choices.join(', ')}`];
  const value = values[`${section}.${key}`];
  const line = `${key} = ${tomlValue(value ?? defaultValue)}`;
  return ['', `# ${description}`, ...accepted, isOptional && value === undefined ? `# ${line}` : line];
}
