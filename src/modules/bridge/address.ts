import { moduleAddress } from '../../kernel/module-address.ts';

/** Keeps the bridged assets of withdrawals until they are released on the other chain. Holds no QOR. */
export const bridgeAddress = moduleAddress(0x0d03);
