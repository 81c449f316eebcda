import * as z from 'zod';
import { weiPerUqor } from './units.ts';

/** Types of values in configuration files, flags and environment variables: text or number → domain value. */

/** Where a server listens. Port 0 lets the system choose. */
export type ListenAddress = { readonly host: string; readonly port: number };

const unitMilliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A week: a timer of Node ends at once after 2^31 milliseconds, and some are multiples of a setting. */
const mostDurationMs = 168 * 3_600_000;

/** `500ms`, `5s`, `2m`, `1h` → milliseconds. */
export const durationSetting = z
  .string()
  .regex(/^\d{1,9}(?:ms|s|m|h)$/, 'must be a duration such as 500ms, 5s or 2m')
  .transform((text) => Number.parseInt(text, 10) * (unitMilliseconds[text.replace(/\d+/, '')] ?? 1))
  .refine((milliseconds) => milliseconds <= mostDurationMs, 'must be at most a week, 168h');

/** The same above 0, where 0 would not mean that there is no limit. */
export const timeoutSetting = durationSetting.refine((milliseconds) => milliseconds > 0, 'must be more than 0s');

/** `127.0.0.1:8545`, `[::1]:8545` or `localhost:8545`. */
export const listenAddressSetting = z
  .string()
  .regex(/^(?:\[[0-9a-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i, 'must be host:port such as 127.0.0.1:8545')
  .transform((text): ListenAddress => {
    const colon = text.lastIndexOf(':');
    return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'must have a port from 0 to 65535');

/** `auto`, `true` or `false`. A file may say `true` without quotes; a flag or variable is text. */
export const automaticSetting = z.preprocess(
  (value) => (typeof value === 'boolean' ? String(value) : value),
  z.enum(['auto', 'true', 'false']),
);

/** Words separated by commas. */
export const listSetting = z.string().transform((text): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

/** A number of QOR, exact to 6 decimals → wei. */
export const qorSetting = z
  .number()
  .min(0)
  .max(1e9)
  .transform((qor) => BigInt(Math.round(qor * 1e6)) * weiPerUqor);
