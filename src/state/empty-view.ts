import { emptyBytes } from '../primitives/bytes.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { StateView } from './types.ts';

/** A state without accounts: what a genesis, or a test, builds on. */
export const emptyView: StateView = {
  account: () => undefined,
  code: (codeHash) => {
    if (codeHash !== emptyCodeHash) throw new Error(`no code with hash ${codeHash}`);
    return emptyBytes;
  },
  entry: () => undefined,
  hasEntries: () => false,
  entries: () => [],
  version: 0,
};
