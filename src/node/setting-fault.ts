import { ConfigError } from '../config/config-error.ts';
import { settings } from '../config/settings.ts';

/** Why a setting cannot be used, where only its use shows that. */
export function settingFault(section: string, key: string, value: string, reason: string): Error {
  const setting = settings.find((each) => each.section === section && each.key === key);
  if (setting === undefined) return new RangeError(`there is no setting ${section}.${key}`);
  return new ConfigError({ code: 'bad-value', source: 'configuration', setting, value, reason });
}
