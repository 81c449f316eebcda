import { moduleAddress } from '../../kernel/module-address.ts';

/** rlConsensusParams; the records of the module. */
export const rlconsensusAddress = moduleAddress(0x0c01);
/** Calls of the authority. */
export const rlconsensusAuthorityAddress = moduleAddress(0x0c02);
