import { crc32 } from 'node:zlib';
import { historyContract } from '../../chain/block-hash-history.ts';
import { fromHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { JsonSchema, Methods } from '../method.ts';

const objectSchema: JsonSchema = { type: 'object' };

/** The rules of the chain, and the part of its history that this node serves. */
export function forkMethods({ chain, natives }: Pick<EthDependencies, 'chain' | 'natives'>): Methods {
  const { genesisHash } = chain.identity;
  const precompiles = natives.addresses.map((address) => [natives.at(address)?.name ?? address, address]);
  const current = () => ({
    activationTime: 0,
    blobSchedule: { baseFeeUpdateFraction: 5_007_716, max: 0, target: 0 }, // blobs are not supported
    chainId: quantity(chain.states.chainId()),
    // EIP-6122: no fork was passed since genesis
    forkId: `0x${crc32(fromHex(genesisHash)).toString(16).padStart(8, '0')}`,
    precompiles: Object.fromEntries(precompiles),
    systemContracts: { HISTORY_STORAGE_ADDRESS: historyContract },
  });
  const whole = { disabled: false, oldestBlock: '0x0' };
  return {
    eth_config: define('The rules in force (EIP-7910): those of Osaka from the first block.', [], objectSchema, () => ({
      current: current(),
      next: null,
      last: null,
    })),
    eth_capabilities: define('The part of the chain that this node serves: all of it.', [], objectSchema, () => {
      const { number, hash } = chain.head();
      const head = { number: quantity(number), hash };
      return { head, state: whole, tx: whole, logs: whole, receipts: whole, blocks: whole, stateproofs: whole };
    }),
  };
}
