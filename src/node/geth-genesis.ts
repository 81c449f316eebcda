import * as z from 'zod';
import type { GenesisContracts } from '../chain/genesis/dev-genesis.ts';
import type { GenesisOptions } from '../chain/genesis/options.ts';
import { readGivenFile } from '../primitives/given-file.ts';
import { settingFault } from './setting-fault.ts';

/** Hex or decimal text, or a JSON integer. */
const amount = z
  .union([z.string().regex(/^(?:0x[0-9a-fA-F]+|\d{1,78})$/), z.int().min(0)])
  .transform((value) => BigInt(value));

/** The same for what is a number among the options. */
const figure = amount.transform(Number);

/** Up to 32 bytes in hex, with or without leading zeros → 32 bytes. */
const word = z
  .string()
  .regex(/^(?:0x)?[0-9a-fA-F]{0,64}$/)
  .transform((text) => `0x${text.replace(/^0x/, '').padStart(64, '0')}`);

const account = z.object({
  balance: amount.default(0n),
  nonce: amount.default(0n),
  code: z.string().optional(),
  storage: z.record(word, word).default({}),
});

/** What a development network takes of the genesis of go-ethereum; its rules are those of this chain. */
const schema = z.object({
  config: z.object({ chainId: z.int().min(0).optional() }).default({}),
  timestamp: figure.optional(),
  number: figure.optional(),
  gasLimit: figure.optional(),
  baseFeePerGas: figure.optional(),
  alloc: z.record(
    z.string().transform((text) => (text.startsWith('0x') ? text : `0x${text}`)),
    account,
  ),
});

/**
 * The options of a network with what the file `init` says, where they are as usual, and its accounts as a genesis
 * document has them. Throws a ConfigError.
 */
export function withGethGenesis(
  options: GenesisOptions,
  usual: GenesisOptions,
): { readonly options: GenesisOptions; readonly accounts: GenesisContracts } {
  const { config, timestamp, number, gasLimit, baseFeePerGas, alloc } = parse(options.init);
  const read = {
    'chain-id': config.chainId,
    timestamp,
    number,
    'gas-limit': gasLimit,
    'base-fee': baseFeePerGas,
  };
  const isChosen = (key: keyof typeof read) => options[key] !== usual[key] || read[key] === undefined;
  const keys = ['chain-id', 'timestamp', 'number', 'gas-limit', 'base-fee'] as const;
  const taken = Object.fromEntries(keys.filter((key) => !isChosen(key)).map((key) => [key, read[key]]));
  const accounts = Object.entries(alloc).map(([address, { balance, nonce, code, storage }]) => {
    return [address.toLowerCase(), { balance: String(balance), nonce: String(nonce), code, storage }] as const;
  });
  return { options: { ...options, ...taken }, accounts: Object.fromEntries(accounts) };
}

function parse(file: string): z.output<typeof schema> {
  const parsed = schema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  throw settingFault('genesis', 'init', file, `must be a genesis of go-ethereum (${path.join('.')}: ${message})`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readGivenFile(file).toString('utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw settingFault('genesis', 'init', file, `must be a file with JSON (${reason})`);
  }
}
