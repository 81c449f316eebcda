import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import { nullable } from '../evm-common/schemas.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockNumberParam } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';
import { countParam, quantitySchema } from '../params/quantity.ts';

const hash = hashParam('hash', 'Hash of the block.');
const index = countParam('index', 'Position of the uncle.');
const nothing = { type: 'null' } as const;
const none = 'Zero: no block of this chain has uncles.';
const never = 'Null: no block of this chain has uncles.';

/** Methods that remain from proof of work: no block has uncles. */
export function uncleMethods({ chain }: Pick<EthDependencies, 'chain'>): Methods {
  const countAt = (ref: BlockRef): JsonValue => (heightOf(chain, ref) === undefined ? null : '0x0');
  return {
    eth_getUncleCountByBlockNumber: define(none, [blockNumberParam], nullable(quantitySchema), ([ref]) => countAt(ref)),
    eth_getUncleCountByBlockHash: define(none, [hash], nullable(quantitySchema), ([wanted]) =>
      countAt({ by: 'hash', hash: wanted }),
    ),
    eth_getUncleByBlockNumberAndIndex: define(never, [blockNumberParam, index], nothing, () => null),
    eth_getUncleByBlockHashAndIndex: define(never, [hash, index], nothing, () => null),
  };
}
