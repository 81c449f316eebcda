import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds the stake behind every layer. */
export const multilayerAddress = moduleAddress(0x0d04);
