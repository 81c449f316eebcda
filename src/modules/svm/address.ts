import { moduleAddress } from '../../kernel/module-address.ts';

/** Holds the coins of all accounts that only the SVM side knows. */
export const svmAddress = moduleAddress(0x0d07);
