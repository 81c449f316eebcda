import { moduleAddress } from '../../kernel/module-address.ts';

/** aiRiskScore; the records of the module. */
export const aiAddress = moduleAddress(0x0b01);
export const aiAnomalyAddress = moduleAddress(0x0b02);
