import { settings } from '../config/settings.ts';
import type { CommandOption } from './command.ts';

/** Every key of the configuration as an option of `qord start`, under the heading of its section. */
export const settingOptions: readonly CommandOption[] = settings.map(
  ({ section, flag, kind, description, choices, defaultValue }) => ({
    name: flag.slice(2),
    value: choices?.join('|') ?? kind.replace('whole ', ''),
    summary: description,
    fallback: defaultValue === '' ? 'empty' : String(defaultValue),
    group: `[${section}]`,
  }),
);
