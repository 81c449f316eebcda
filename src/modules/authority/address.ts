import { moduleAddress } from '../../kernel/module-address.ts';

export const authorityAddress = moduleAddress(0x0d00);
