import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds the funds of messages that wait. */
export const crossvmAddress = moduleAddress(0x0901);
