import { parsePublicKey } from './public-key.ts';

/**
 * The program that owns every native account and transfers value. Its key is all zeros, like that of the zero address.
 */
export const systemProgramId = '11111111111111111111111111111111';

/** The program that owns the sysvar accounts. */
export const sysvarOwner = 'Sysvar1111111111111111111111111111111111111';

/** Base58 ids of the SVM's token programs. */
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];

/** The mint of the native token: the token programs accept it without an account. */
export const nativeMint = 'So11111111111111111111111111111111111111112';

/** Base58 ids of the executable accounts that exist from genesis. */
const genesisPrograms = new Set(
  [
    systemProgramId,
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'QorPQC1111111111111111111111111111111111111',
    'QorAi11111111111111111111111111111111111111',
  ].map((id) => Buffer.from(parsePublicKey(id)).toString('hex')),
);

/** Whether the key is one of the programs that exist from genesis. */
export function isGenesisProgram(key: Uint8Array): boolean {
  return genesisPrograms.has(Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('hex'));
}
