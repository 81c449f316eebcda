import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds every locked coin and every penalty not yet paid out. */
export const xqoreAddress = moduleAddress(0x0d01);
