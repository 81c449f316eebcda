import { type Setting, settings } from '../config/settings.ts';
import type { CommandOption } from './command.ts';

/**
 * Every key of the configuration as an option of `qord start`, under the heading of its section. What help shows of
 * them is made when it is read.
 */
export const settingOptions: readonly CommandOption[] = settings.map((setting) => ({
  name: setting.flag.slice(2),
  get value() {
    return textOfValue(setting);
  },
  get summary() {
    return setting.describe().description;
  },
  get fallback() {
    const { defaultValue } = setting.describe();
    return defaultValue === '' ? 'empty' : String(defaultValue);
  },
  group: `[${setting.section}]`,
}));

function textOfValue({ describe }: Setting): string {
  const { kind, choices } = describe();
  return choices?.join('|') ?? kind.replace('whole ', '');
}
