import { moduleAddress } from '../../kernel/module-address.ts';

export const abstractaccountAddress = moduleAddress(0x0d06);
