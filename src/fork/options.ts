import * as z from 'zod';
import { asHash } from '../primitives/hash.ts';
import { durationSetting, timeoutSetting } from '../primitives/settings.ts';

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** `Name: value` on each line → pairs. */
const headersSetting = z
  .string()
  .max(16_384)
  .transform((text): readonly (readonly [string, string])[] =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => [line.slice(0, Math.max(0, line.indexOf(':'))).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  .refine((headers) => headers.every(([name]) => headerName.test(name)), 'must be Name: value, one header per line');

const urlSetting = z
  .string()
  .max(4_096)
  .refine(
    (text) => text === '' || (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)),
    'must be a URL that begins with http:// or https://',
  );

/** `latest`, a height, or a number below zero; a file may have a number without quotes. */
const blockSetting = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z
    .string()
    .regex(/^(?:latest|-?\d{1,15})$/, 'must be latest, a height, or below zero how many blocks before the newest')
    .transform((text) => (text === 'latest' ? text : Number(text))),
);

/** Section `[fork]`: a development network whose state begins as that of another network. */
export const forkOptions = z.strictObject({
  url: urlSetting
    .default('')
    .describe(
      'JSON-RPC address of the network that a new home becomes a fork of (the origin): state, blocks and logs below the fork come from there. With a home that is a fork already: where further reads go. Empty: no fork, or one that reads only what it has stored.',
    ),
  'block-number': blockSetting
    .prefault('latest')
    .describe(
      'The newest block of the origin that the fork has: its height, latest (when the home is made), or below zero how many blocks before that.',
    ),
  'transaction-hash': z
    .string()
    .regex(/^(?:0x[0-9a-f]{64})?$/i, 'must be the hash of a transaction')
    .transform((text) => asHash(text.toLowerCase()))
    .prefault('')
    .describe(
      'In place of block-number: a new fork begins with the state after this transaction of the origin. It begins from the block before, and repeats those of the block up to this one in its second block.',
    ),
  headers: headersSetting
    .prefault('')
    .describe('HTTP headers of requests to the origin, such as Authorization: Bearer …; one per line.'),
  'chain-id': z.int().min(0).default(0).describe('Chain id of the fork; 0 = that of the origin. Wallets sign for it.'),
  timeout: timeoutSetting.prefault('20s').describe('Time after which a request to the origin is given up.'),
  retries: z
    .int()
    .min(0)
    .max(20)
    .default(5)
    .describe('How often a request is repeated when the origin cannot be reached, fails, or limits the rate.'),
  'retry-backoff': durationSetting
    .prefault('500ms')
    .describe('Time before the first repetition; it doubles with each further one.'),
  'max-requests': z.int().min(1).max(1_000).default(16).describe('Requests to the origin at the same time.'),
  'max-waiting': z
    .int()
    .min(1)
    .default(10_000)
    .describe('Requests to the origin that wait for others to end; further ones are rejected.'),
  'max-response-size': z
    .int()
    .min(65_536)
    .default(16_777_216)
    .describe(
      'Bytes of one response of the origin; a longer one is rejected. Parsing takes a tenth of a second for 16 MiB, in which nobody else is served.',
    ),
  'max-state-reads': z
    .int()
    .min(1)
    .default(20_000_000)
    .describe(
      'Accounts, storage slots and block hashes of the origin that the home keeps, about 100 bytes each besides code; with more, further reads are rejected.',
    ),
  'max-module-records': z
    .int()
    .min(0)
    .default(1_000_000)
    .describe(
      'Records of native modules that a new fork of a qord copies, each kilobyte of one counted as one more; with more the fork is not made. 0: modules begin as in a new network.',
    ),
  'cache-size': z
    .int()
    .min(1_048_576)
    .default(1_073_741_824)
    .describe(
      'Bytes of responses about blocks below the fork that the home keeps, so that they need not be requested again; state is kept besides.',
    ),
});

export type ForkOptions = z.output<typeof forkOptions>;
