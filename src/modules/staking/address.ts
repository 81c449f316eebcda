import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds every bonded and unbonding coin. */
export const stakingAddress = moduleAddress(0x0801);
