import { moduleAddress } from '../../kernel/module-address.ts';

export const burnAddress = moduleAddress(0x0d08);
