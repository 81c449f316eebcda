import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds the stakes of rollups, the bonds of open challenges and what was deposited to rollups. */
export const rdkAddress = moduleAddress(0x0d02);
