import { base58 } from '@scure/base';
import { parseAddress, toBase58 } from '../../../primitives/address.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../method.ts';
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
    getClusterNodes: define('This node and its peers.', [], listOf(object), () => [
      clusterNode(dependencies.identity, null),
      ...dependencies.node.peers().map(({ id, address }) => clusterNode(toBase58(parseAddress(`0x${id}`)), address)),
    ]),
  };
}

/** A node in the shape of the SVM; what it does not report, such as where its interfaces listen, is null. */
function clusterNode(pubkey: string, gossip: string | null) {
  const unknown = { tpu: null, tpuQuic: null, rpc: null, pubsub: null, shredVersion: null };
  const version = gossip === null ? { version: svmVersion, featureSet } : { version: null, featureSet: null };
  return { pubkey, gossip, ...unknown, ...version };
}
