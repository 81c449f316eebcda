import { moduleAddress } from '../../kernel/module-address.ts';

export const bankAddress = moduleAddress(0x0800);
