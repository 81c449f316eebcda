import { moduleAddress } from '../../kernel/module-address.ts';

export const gasabstractionAddress = moduleAddress(0x0d0a);
