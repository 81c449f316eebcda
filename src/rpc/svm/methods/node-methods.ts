import { base58 } from '@scure/base';
import { fromHex } from '../../../primitives/hex.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../types.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { nodeBehind } from '../errors.ts';
import { slotsBehind } from '../health.ts';
import { listOf, object, text } from '../schemas.ts';
import { featureSet, svmVersion } from '../version.ts';

/** Who this node is and how it is. */
export function nodeMethods(parts: SvmDependencies): Methods {
  const version = { 'svm-core': svmVersion, 'solana-core': svmVersion, 'feature-set': featureSet };
  return {
    getVersion: define('Version of the SVM interface.', [], object, () => version),
    getHealth: define('`ok`, or error -32005 when the node is behind.', [], text, () => {
      const behind = slotsBehind(parts);
      if (behind > 0) throw nodeBehind(behind);
      return 'ok';
    }),
    getGenesisHash: define('Hash of the genesis block, in base58.', [], text, () =>
      base58.encode(fromHex(parts.chain.identity.genesisHash)),
    ),
    getIdentity: define('Who this node is, in base58.', [], object, () => ({ identity: parts.identity })),
    getClusterNodes: define(
      'The nodes of the network that this node can vouch for: itself.',
      [],
      listOf(object),
      () => [
        {
          pubkey: parts.identity,
          gossip: null,
          tpu: null,
          tpuQuic: null,
          rpc: null,
          pubsub: null,
          version: svmVersion,
          featureSet,
          shredVersion: null,
        },
      ],
    ),
  };
}
