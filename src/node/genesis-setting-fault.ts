import { ConfigError } from '../config/config-error.ts';
import { settings } from '../config/settings.ts';

/** Why a value of the section `[genesis]` cannot be used, where only its use shows that. */
export function genesisSettingFault(key: string, value: string, reason: string): Error {
  const setting = settings.find(({ section, key: name }) => section === 'genesis' && name === key);
  if (setting === undefined) return new RangeError(`there is no setting genesis.${key}`);
  return new ConfigError({ code: 'bad-value', source: 'configuration', setting, value, reason });
}
