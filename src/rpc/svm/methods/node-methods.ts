import { base58 } from '@scure/base';
import { fromHex } from '../../../primitives/hex.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../types.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { nodeBehind } from '../errors.ts';
import { slotsBehind } from '../health.ts';
import { listOf, object, text } from '../schemas.ts';
import { featureSet, svmVersion } from '../version.ts';

/** Identity and health of this node. */
export function nodeMethods(dependencies: SvmDependencies): Methods {
  const version = { 'svm-core': svmVersion, 'solana-core': svmVersion, 'feature-set': featureSet };
  return {
    getVersion: define('Version of the SVM interface.', [], object, () => version),
    getHealth: define('`ok`, or error -32005 when the node is behind.', [], text, () => {
      const behind = slotsBehind(dependencies);
      if (behind > 0) throw nodeBehind(behind);
      return 'ok';
    }),
    getGenesisHash: define('Hash of the genesis block, in base58.', [], text, () =>
      base58.encode(fromHex(dependencies.chain.identity.genesisHash)),
    ),
    getIdentity: define('Identity of this node, in base58.', [], object, () => ({ identity: dependencies.identity })),
    getClusterNodes: define('The nodes of the network; only this node itself is listed.', [], listOf(object), () => [
      {
        pubkey: dependencies.identity,
        gossip: null,
        tpu: null,
        tpuQuic: null,
        rpc: null,
        pubsub: null,
        version: svmVersion,
        featureSet,
        shredVersion: null,
      },
    ]),
  };
}
