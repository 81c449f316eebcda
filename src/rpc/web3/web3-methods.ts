import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Methods } from '../method.ts';
import { dataParam, hashSchema } from '../params/bytes.ts';

const data = dataParam('data', 'The bytes to hash.');

/** The web3_ namespace. */
export function web3Methods({ clientVersion, node }: Pick<EthDependencies, 'clientVersion' | 'node'>): Methods {
  const shown = node.development?.clientVersion || clientVersion;
  return {
    web3_clientVersion: define('Name and version of this node.', [], { type: 'string' }, () => shown),
    web3_sha3: define('Keccak-256 of bytes.', [data], hashSchema, ([bytes]) => keccakHash(bytes)),
  };
}
