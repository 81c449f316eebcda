import { moduleAddress } from '../../kernel/module-address.ts';

/** Registration, rotation and the life of algorithms; the records of the module. */
export const pqcAddress = moduleAddress(0x0a03);
export const pqcVerifyAddress = moduleAddress(0x0a01);
export const pqcKeyStatusAddress = moduleAddress(0x0a02);
