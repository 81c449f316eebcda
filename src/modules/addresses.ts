import { chainIdAccount } from '../kernel/chain-id.ts';
import { feeFloorAccount } from '../kernel/fee-floor.ts';
import { moduleAddress } from '../kernel/module-address.ts';
import { crossvmPool, multilayerPool, rdkPool, stakingPool, svmPool, xqorePool } from '../kernel/pools.ts';
import { supplyAccount } from '../kernel/supply.ts';

/** The addresses of all native modules and of their precompiles, by number; a number is never reused. */
/** 0x0800; `kernel` has the number, since the supply is counted there. */
export const bankAddress = supplyAccount;
/** Holds every bonded and unbonding coin. */
export const stakingAddress = stakingPool;
export const distributionAddress = moduleAddress(0x0802);
/** The authority of networks that are governed by votes. Holds no coins. */
export const governanceAddress = moduleAddress(0x0804);
/** Holds the funds of messages that wait. */
export const crossvmAddress = crossvmPool;
export const pqcVerifyAddress = moduleAddress(0x0a01);
export const pqcKeyStatusAddress = moduleAddress(0x0a02);
/** Calls for keys and algorithms; the records of the module. */
export const pqcAddress = moduleAddress(0x0a03);
/** aiRiskScore; the records of the module. */
export const aiAddress = moduleAddress(0x0b01);
export const aiAnomalyAddress = moduleAddress(0x0b02);
/**
 * rlConsensusParams; the records of the module. 0x0c01; `kernel` has the number, since it reads the floor of the base
 * fee.
 */
export const rlconsensusAddress = feeFloorAccount;
/** Calls of the authority. */
export const rlconsensusAuthorityAddress = moduleAddress(0x0c02);
/** 0x0d00; `kernel` has the number, since it reads the chain id of development networks. */
export const authorityAddress = chainIdAccount;
/** Holds every locked coin and every penalty not yet paid out. */
export const xqoreAddress = xqorePool;
/** Holds the stakes of rollups, the bonds of open challenges and what was deposited to rollups. */
export const rdkAddress = rdkPool;
/** Keeps the bridged assets of withdrawals until they are released on the other chain. Holds no QOR. */
export const bridgeAddress = moduleAddress(0x0d03);
/** Holds the stake behind every layer. */
export const multilayerAddress = multilayerPool;
export const babylonAddress = moduleAddress(0x0d05);
export const abstractaccountAddress = moduleAddress(0x0d06);
/** Holds the coins of all accounts of the SVM only. */
export const svmAddress = svmPool;
export const burnAddress = moduleAddress(0x0d08);
export const fairblockAddress = moduleAddress(0x0d09);
export const gasabstractionAddress = moduleAddress(0x0d0a);
export const lanesAddress = moduleAddress(0x0d0b);
export const inflationAddress = moduleAddress(0x0d0c);
export const reputationAddress = moduleAddress(0x0d0d);
export const qcaAddress = moduleAddress(0x0d0e);
/** Calls for operators of light nodes; their pool is an account of its own (`lightNodePool`). */
export const lightnodeAddress = moduleAddress(0x0d0f);
