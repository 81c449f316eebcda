import { moduleAddress } from '../../kernel/module-address.ts';

export const distributionAddress = moduleAddress(0x0802);
