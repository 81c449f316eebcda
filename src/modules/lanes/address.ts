import { moduleAddress } from '../../kernel/module-address.ts';

export const lanesAddress = moduleAddress(0x0d0b);
