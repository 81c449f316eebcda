import { faultError, textIn } from '../primitives/fault-error.ts';
import type { Setting, SettingValue } from './settings.ts';

/** Why a configuration cannot be used. `source` is the file, variable or flag that carries the value. */
const texts = {
  unreadable: (fault: { source: string; reason: string }) =>
    `${fault.source} is not valid TOML: ${fault.reason}; correct the line, or delete the file to get a new one`,
  'no-file': (fault: { file: string; reason: string }) =>
    `${fault.file}: ${fault.reason}; give this user a file to read there, or remove it`,
  unknown: (fault: { source: string; name: string; nearest: string | undefined }) =>
    `${fault.source}: unknown ${fault.name}; ${unknownRemedy(fault.nearest)}`,
  'bad-value': (fault: { source: string; setting: Setting; value: unknown; reason: string }) => {
    const { section, key, describe } = fault.setting;
    const shown = JSON.stringify(fault.value) ?? String(fault.value);
    const remedy = `the default is ${key} = ${tomlValue(describe().defaultValue)}`;
    return `${fault.source}: [${section}] ${key} ${fault.reason}, not ${shown.slice(0, 80)}; ${remedy}`;
  },
  'same-address': (fault: { names: [string, string]; address: string }) =>
    `${fault.names.join(' and ')} are both ${fault.address}; give one of them another port`,
};

/** A configuration cannot be used; the message names source, key and remedy. */
export class ConfigError extends faultError('ConfigError', textIn(texts)) {}

function unknownRemedy(nearest: string | undefined): string {
  return nearest === undefined ? 'remove it' : `did you mean ${nearest}? Otherwise remove it`;
}

/** A value as TOML writes it. */
export function tomlValue(value: SettingValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
