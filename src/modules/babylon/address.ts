import { moduleAddress } from '../../kernel/module-address.ts';

export const babylonAddress = moduleAddress(0x0d05);
