import { fromHex } from '#qord/primitives/hex.ts';

/** Creates a contract whose calls set a slot and clear it again, in turn: PUSH0, SLOAD, ISZERO, PUSH0, SSTORE, STOP. */
export const switchCreation = fromHex('0x6006600c60003960066000f35f54155f5500');

/** Creates a contract that counts its calls: PUSH1 0, SLOAD, PUSH1 1, ADD, PUSH1 0, SSTORE, a log without topics, STOP. */
export const counterCreation = fromHex('0x600f600c600039600f6000f360005460010160005560006000a000');

/**
 * Creates a contract that passes calls on, with all value, and then undoes them: it calls itself, then the account that
 * the first word names with the rest of the data, and reverts. What was sent stays with it.
 */
export const undoCreation = fromHex(
  '0x6029600c60003960296000f3333014601357365f5f375f5f365f34305af1005b602036038060205f375f5f825f345f355af15f5ffd',
);

/** Gas of a call of the first that sets, and of one that clears and gets a refund (EIP-2929, EIP-2200, EIP-3529). */
export const switchGas: readonly bigint[] = [
  21_000n + 2n + 2_100n + 3n + 2n + 20_000n,
  21_000n + 2n + 2_100n + 3n + 2n + 2_900n - 4_800n,
];
