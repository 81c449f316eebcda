import { moduleAddress } from '../../kernel/module-address.ts';

export const inflationAddress = moduleAddress(0x0d0c);
