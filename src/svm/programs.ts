import { parsePublicKey } from './public-key.ts';

/** Owns every native account and moves value. Its key is all zeros, which is also the key of the zero address. */
export const systemProgramId = '11111111111111111111111111111111';

/** Owns the accounts that hold figures of the chain. */
export const sysvarOwner = 'Sysvar1111111111111111111111111111111111111';

/** Base58 ids of the programs that hold tokens wherever SVM programs run. */
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];

/** The mint that stands for the native token itself: known to the token programs without an account. */
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
