import * as z from 'zod';
import { maxNonce, usualCodeBytes } from '../../kernel/transaction/transaction.ts';
import { parseNativeAccountText } from '../../primitives/account-text.ts';
import type { Address } from '../../primitives/address.ts';
import { parseHash } from '../../primitives/hash.ts';
import { fromHex, type Hex, isHex } from '../../primitives/hex.ts';
import { maxTimestampSeconds } from '../../primitives/time.ts';

const decimal = z
  .string()
  .regex(/^\d{1,78}$/, 'must be a whole number in decimal digits, as text')
  .transform((digits) => BigInt(digits));

const hexText = z
  .string()
  .refine((text): text is Hex => isHex(text), 'must be 0x and whole bytes in hex')
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`);

const hexBytes = hexText.transform((text) => fromHex(text));

/** A whole number up to `most`; `reason` says why no more makes sense. */
const decimalUpTo = (most: bigint, reason: string) =>
  decimal.refine((value) => value <= most, `must be at most ${most}: ${reason}`);

/** wei: far above any supply (10^18 QOR) */
const mostBalance = 10n ** 36n;
/** wei per gas: 1 QOR */
const mostBaseFee = 10n ** 18n;
/** CometBFT has no larger ones */
const mostBlockBytes = 104_857_600;
/**
 * Seconds since 1970, of this era: intervals can be added to it. A chain begins by the end of the year 9999 and can be
 * exported 27,000 years later.
 */
const mostTimestampSeconds = 2 ** 40;

const account = z.strictObject({
  /** wei */
  balance: decimalUpTo(mostBalance, 'more coins than there can ever be').default(0n),
  nonce: decimalUpTo(maxNonce, 'there are no more transactions (EIP-2681)').default(0n),
  code: hexBytes.default(() => new Uint8Array(0)),
  /** storage slots (keys of 32 bytes) or a module's records */
  storage: z.record(hexText, hexBytes).default({}),
});

/** The longest block on one core takes 25 seconds at 40 million gas a second. */
export const mostBlockGas = 1_000_000_000n;
/**
 * The tables of the engine have room for all that a transaction of so much gas can write (docs/gas.md). On networks the most
 * is 2^24: beyond, codes that are called in turn would have to be loaded again for the price of a warm access.
 */
export const mostTransactionGas = 100_000_000n;
/** EIP-7825, as Ethereum has it since Osaka. */
export const ethereumTransactionCap = 2n ** 24n;
const isWithinCap = (gas: bigint) => gas <= ethereumTransactionCap;
/** A plain transfer. */
const leastGas = 21_000n;

/** A transaction of the most gas can pay for half of it. */
export const mostDevelopmentCodeBytes = 1_048_576;

/** The engine has places of this size for codes. */
const isCodeLength = (code: Uint8Array) => code.length <= usualCodeBytes;

const gas = (most: bigint) =>
  decimal.refine((limit) => limit >= leastGas && limit <= most, `must be ${leastGas} to ${most}`);

const parameters = z.strictObject({
  /** gas of one block */
  gasLimit: gas(mostBlockGas).default(100_000_000n),
  /**
   * gas of one transaction (EIP-7825): 2^24 unless it is less; on development networks only the block limits it, as in
   * anvil, unless it is set
   */
  maxTransactionGas: gas(mostTransactionGas).optional(),
  /** wei per gas: 0.1 uqor */
  baseFeeFloor: decimalUpTo(mostBaseFee, 'one QOR for a unit of gas').default(100_000_000_000n),
  /** maximum size of a block in RLP, in bytes */
  maxBlockBytes: z.int().min(65_536).max(mostBlockBytes).default(4_194_304),
  /** bytes of the longest code (EIP-170): 24,576 unless a development network has another limit */
  maxCodeBytes: z.int().min(1).max(mostDevelopmentCodeBytes).optional(),
});

/** 35,000 years with a block a second. The heights of changes are stored in chunks, whose numbers have 32 bits. */
export const mostHeight = 2 ** 40;

/** Where a fork leaves the network it was made from. */
const forkPoint = z.strictObject({
  /** EVM chain id of the origin; that of the fork may be another */
  chainId: z.int().min(0),
  /** the newest block of the origin that the fork has */
  blockNumber: z.int().min(0).max(mostHeight),
  /** Records of native modules come from the origin and from `alloc`; without this, modules start empty. */
  modules: z.literal('origin').optional(),
  blockHash: hexText.refine((hash) => hash.length === 66, 'has 32 bytes').transform((hash) => parseHash(hash)),
});

/** EVM chain id of each network. */
export const chainIds = { mainnet: 9801, testnet: 9800, dev: 9800 } as const;

/** The genesis document. Accounts may be written in any of their three formats. */
const schema = z
  .strictObject({
    network: z.enum(['mainnet', 'testnet', 'dev']),
    /** EVM chain id */
    chainId: z.int().min(0),
    /** seconds since 1970 */
    timestamp: z.int().min(0).max(mostTimestampSeconds),
    /**
     * height of the first block after the genesis, as in the genesis of CometBFT: in an exported document the one after
     * its last block
     */
    initialHeight: z.int().min(1).max(mostHeight).default(1),
    extraData: hexBytes.refine((bytes) => bytes.length <= 32, 'has at most 32 bytes').default(() => new Uint8Array(0)),
    parameters: parameters.prefault({}),
    alloc: z.record(z.string(), account),
    /** only on a development network that is a fork of another: the state below comes from there */
    fork: forkPoint.optional(),
    /** initial data of each module, by module name */
    modules: z.record(z.string(), z.unknown()).default({}),
  })
  .refine(({ network, fork: point }) => point === undefined || network === 'dev', {
    message: 'only a development network can be a fork',
    path: ['fork'],
  })
  .refine(({ initialHeight, fork: point }) => point === undefined || initialHeight === 1, {
    message: 'a fork begins after its block of the origin',
    path: ['initialHeight'],
  })
  .refine(({ timestamp, initialHeight }) => initialHeight > 1 || timestamp <= maxTimestampSeconds, {
    message: `a chain begins by the end of the year 9999, ${maxTimestampSeconds}`,
    path: ['timestamp'],
  })
  .refine(({ network, chainId }) => network === 'dev' || chainId === chainIds[network], {
    message: 'must be 9801 for mainnet, 9800 for testnet',
    path: ['chainId'],
  })
  .refine(({ network, alloc }) => network === 'dev' || Object.values(alloc).every(({ code }) => isCodeLength(code)), {
    message: `code has at most ${usualCodeBytes} bytes (EIP-170), except on development networks`,
    path: ['alloc'],
  })
  .refine(({ network, parameters: { maxCodeBytes } }) => network === 'dev' || maxCodeBytes === undefined, {
    message: 'is for development networks',
    path: ['parameters', 'maxCodeBytes'],
  })
  .refine(
    ({ network, parameters: { maxTransactionGas = 0n } }) => network === 'dev' || isWithinCap(maxTransactionGas),
    {
      message: `must be at most ${ethereumTransactionCap} (EIP-7825), except on development networks`,
      path: ['parameters', 'maxTransactionGas'],
    },
  )
  .transform((document) => (document.network === 'dev' ? document : withTransactionCap(document)))
  .refine(({ parameters: { gasLimit, maxTransactionGas = gasLimit } }) => maxTransactionGas <= mostTransactionGas, {
    message: `above ${mostTransactionGas} needs a maxTransactionGas, at most ${mostTransactionGas}`,
    path: ['parameters', 'gasLimit'],
  });

function withTransactionCap<Document extends { readonly parameters: Parameters }>(document: Document): Document {
  const { maxTransactionGas = ethereumTransactionCap } = document.parameters;
  return { ...document, parameters: { ...document.parameters, maxTransactionGas } };
}

export type Parameters = z.output<typeof parameters>;
export type ForkPoint = z.output<typeof forkPoint>;
export type GenesisAccount = z.output<typeof account>;
export type GenesisDocument = Omit<z.output<typeof schema>, 'alloc'> & {
  readonly alloc: ReadonlyMap<Address, GenesisAccount>;
};

/** A genesis document is invalid; the message names the path and what is expected. */
export class GenesisDocumentError extends Error {
  override name = 'GenesisDocumentError';
}

/** JSON text → genesis document with its accounts in address order. Throws a GenesisDocumentError. */
export function parseGenesis(text: string): GenesisDocument {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new GenesisDocumentError(issueText(parsed.error));
  return { ...parsed.data, alloc: toAccounts(parsed.data.alloc) };
}

/** The first issue, with its path. */
function issueText({ issues: [issue] }: z.ZodError): string {
  const { path = [], message = 'not a genesis document' } = issue ?? {};
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GenesisDocumentError(`not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function toAccounts(alloc: Readonly<Record<string, GenesisAccount>>): ReadonlyMap<Address, GenesisAccount> {
  const rows = Object.entries(alloc).map(([text, entry]) => [addressOf(text), entry] as const);
  rows.sort(([left], [right]) => (left < right ? -1 : 1));
  const accounts = new Map(rows);
  if (accounts.size !== rows.length) throw new GenesisDocumentError('alloc names an account twice, in two spellings');
  const supply = rows.reduce((sum, [, { balance }]) => sum + balance, 0n);
  if (supply > mostBalance)
    throw new GenesisDocumentError(`alloc: all balances together must be at most ${mostBalance} wei`);
  return accounts;
}

function addressOf(text: string): Address {
  try {
    return parseNativeAccountText(text);
  } catch (error) {
    throw new GenesisDocumentError(`alloc: ${error instanceof Error ? error.message : text}`);
  }
}
