import { moduleAddress } from '../../kernel/module-address.ts';

export const fairblockAddress = moduleAddress(0x0d09);
