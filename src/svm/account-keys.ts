import { type Address, zeroAddress } from '../primitives/address.ts';

/** The accounts of a message in the order the SVM asks for: the one signer, writable ones, read-only ones. */
export type AccountKeys = {
  readonly addresses: readonly Address[];
  /** how many at the end are read-only */
  readonly readonlyCount: number;
};

/** Instructions name an account by one byte. */
const nameable = 256;

/** The system program and the zero address are the same 32 bytes. */
export const systemAddress = zeroAddress;

/**
 * Sender, recipient and every account whose balance changed, with the system program. With more accounts than one
 * byte can name, those that instructions name come first, as writable ones.
 */
export function arrangeKeys(sender: Address, to: Address, changed: readonly Address[]): AccountKeys {
  const isChanged = new Set(changed);
  const named = [...new Set([to, systemAddress])].filter((address) => address !== sender);
  const writableNamed = named.filter((address) => isChanged.has(address));
  const readonly = named.filter((address) => !isChanged.has(address));
  const rest = changed.filter((address) => address !== sender && !named.includes(address));
  const total = 1 + named.length + rest.length;
  if (total > nameable) return { addresses: [sender, ...named, ...rest], readonlyCount: 0 };
  return { addresses: [sender, ...writableNamed, ...rest, ...readonly], readonlyCount: readonly.length };
}
