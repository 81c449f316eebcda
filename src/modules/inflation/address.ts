import { moduleAccount } from '../../kernel/module-account.ts';

/** Keeps the records of emission; nobody calls it. */
export const inflationAddress = moduleAccount('inflation');
