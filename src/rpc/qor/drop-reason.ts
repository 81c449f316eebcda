import type { ChainReader } from '../../chain/types.ts';
import type { MempoolReader } from '../../mempool/types.ts';
import { define } from '../dispatch/define.ts';
import { nullable } from '../evm-common/schemas.ts';
import type { Methods } from '../method.ts';
import { hashParam } from '../params/bytes.ts';

/** Why the pool has dropped a transaction. */
export function dropReasonMethods(
  mempool: Pick<MempoolReader, 'dropReason'>,
  chain: Pick<ChainReader, 'locate'>,
): Methods {
  return {
    qord_getDropReason: define(
      'Why a transaction has left the pool of this node without being in a block, of the newest 4,096 since its start; else null.',
      [hashParam('hash', 'Hash of the transaction.')],
      nullable({ type: 'string' }),
      ([hash]) => (chain.locate(hash) === undefined ? (mempool.dropReason(hash) ?? null) : null),
    ),
  };
}
