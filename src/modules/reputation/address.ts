import { moduleAddress } from '../../kernel/module-address.ts';

export const reputationAddress = moduleAddress(0x0d0d);
