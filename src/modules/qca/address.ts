import { moduleAddress } from '../../kernel/module-address.ts';

export const qcaAddress = moduleAddress(0x0d0e);
