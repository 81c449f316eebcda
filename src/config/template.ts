import { configSections } from './config.ts';
import { tomlValue } from './config-error.ts';
import { type Setting, settings } from './settings.ts';

const heading = [
  '# Configuration of this qord node. Restart it after a change.',
  '# Every key is a flag of `qord start` too (--json-rpc.gas-cap 1) and an environment variable',
  '# (QORD_JSON_RPC_GAS_CAP=1). A flag wins over a variable, a variable over this file.',
];

/** The text of a new app.toml: every key with its default and what it means; what depends on the network is commented out. */
export function renderConfigFile(): string {
  const sections = Object.entries(configSections).flatMap(([name, { title }]) => {
    const own = settings.filter(({ section }) => section === name);
    return ['', `# ${title}`, `[${name}]`, ...own.flatMap(renderKey)];
  });
  return `${[...heading, ...sections].join('\n')}\n`;
}

function renderKey({ key, description, choices, defaultValue, isOptional }: Setting): string[] {
  const accepted = choices === undefined ? [] : [`# One of: ${choices.join(', ')}`];
  const line = `${key} = ${tomlValue(defaultValue)}`;
  return ['', `# ${description}`, ...accepted, isOptional ? `# ${line}` : line];
}
