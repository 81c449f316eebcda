import { hexLength } from '../../primitives/hex.ts';
import type { StoredPqcKey } from './pqc-folder.ts';

/** A post-quantum key as commands show it. */
export function describePqcKey({ name, keystore: { scheme, publicKey } }: StoredPqcKey) {
  return { name, scheme, publicKey };
}

/** One key in two lines; the public key is too long for a line, `qord keys pqc show` prints it whole. */
export function pqcKeyText({ name, scheme, publicKey }: ReturnType<typeof describePqcKey>): string {
  return [name, `  ${scheme}  ${publicKey.slice(0, 34)}…${publicKey.slice(-8)} (${hexLength(publicKey)} bytes)`].join(
    '\n',
  );
}
