import type { GenesisContracts } from '../../chain/genesis/dev-genesis.ts';
import { create2Deployer } from '../../chain/genesis/dev-genesis.ts';
import { toHex } from '../../primitives/hex.ts';
import { entryPoint, multicall3, permit2, senderCreator } from './codes.ts';

const code = (base64: string) => toHex(Buffer.from(base64, 'base64'));
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/**
 * The contracts that toolchains expect on every chain, at the addresses that they have everywhere: the CREATE2 deployer,
 * Safe's, which has the same code, Multicall3, Permit2, and EntryPoint 0.7 of ERC-4337 with what it creates accounts by.
 */
export function preinstalls(): GenesisContracts {
  return {
    [create2Deployer.address]: create2Deployer.contract,
    '0x914d7fec6aac8cd542e72bca78b30650d45643d7': create2Deployer.contract,
    '0xca11bde05977b3631167028862be2a173976ca11': { nonce: '1', code: code(multicall3) },
    '0x000000000022d473030f116ddee9f6b43ac78ba3': { nonce: '1', code: code(permit2) },
    // its guard against reentrancy is open, and it has created one contract
    '0x0000000071727de22e5e9d8baf0edac6f37da032': {
      nonce: '2',
      code: code(entryPoint),
      storage: { [word(2)]: word(1) },
    },
    '0xefc2c1444ebcc4db75e7613d20c6a62ff67a167c': { nonce: '1', code: code(senderCreator) },
  };
}
