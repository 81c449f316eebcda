import { faultError } from '../primitives/fault-error.ts';
import type { Setting, SettingValue } from './settings.ts';

/** Why a configuration cannot be used. `source` is the file, variable or flag that carries the value. */
type ConfigFault =
  | { readonly code: 'unreadable'; readonly source: string; readonly reason: string }
  | { readonly code: 'unknown'; readonly source: string; readonly name: string; readonly nearest: string | undefined }
  | {
      readonly code: 'bad-value';
      readonly source: string;
      readonly setting: Setting;
      readonly value: unknown;
      readonly reason: string;
    }
  | { readonly code: 'same-address'; readonly names: readonly [string, string]; readonly address: string };

/** A configuration cannot be used; the message names source, key and remedy. */
export class ConfigError extends faultError('ConfigError', faultText) {}

function faultText(fault: ConfigFault): string {
  switch (fault.code) {
    case 'unreadable':
      return `${fault.source} is not valid TOML: ${fault.reason}; correct the line, or delete the file to get a new one`;
    case 'unknown':
      return `${fault.source}: unknown ${fault.name}; ${unknownRemedy(fault.nearest)}`;
    case 'bad-value': {
      const { section, key, describe } = fault.setting;
      const shown = JSON.stringify(fault.value) ?? String(fault.value);
      const remedy = `the default is ${key} = ${tomlValue(describe().defaultValue)}`;
      return `${fault.source}: [${section}] ${key} ${fault.reason}, not ${shown.slice(0, 80)}; ${remedy}`;
    }
    case 'same-address':
      return `${fault.names.join(' and ')} are both ${fault.address}; give one of them another port`;
  }
}

function unknownRemedy(nearest: string | undefined): string {
  return nearest === undefined ? 'remove it' : `did you mean ${nearest}? Otherwise remove it`;
}

/** A value as TOML writes it. */
export function tomlValue(value: SettingValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
