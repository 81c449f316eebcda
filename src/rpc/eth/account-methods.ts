import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { emptyAccount } from '../../state/account.ts';
import { define, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { readAt, requireState } from '../evm-common/resolve-block.ts';
import { nullable } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, dataSchema, hashSchema } from '../params/bytes.ts';
import { quantitySchema } from '../params/quantity.ts';
import { accountExecution } from './proof-methods.ts';

const account = addressParam('address', 'The account.');
const at = optional(blockRefParam, latest);
const stateSchema: JsonSchema = {
  type: 'object',
  properties: { nonce: quantitySchema, balance: quantitySchema, storageRoot: hashSchema, codeHash: hashSchema },
};
const infoSchema: JsonSchema = {
  type: 'object',
  properties: { nonce: quantitySchema, balance: quantitySchema, code: dataSchema },
};

/** Whole accounts after any block. */
export function accountMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>, executor: Executor): Methods {
  return {
    eth_getAccount: define(
      'Nonce, balance, storage root and code hash of an account; null for one that does not exist.',
      [account, at],
      nullable(stateSchema),
      ([address, block], call) => executor.run(accountExecution, { block, address }, call),
    ),
    eth_getAccountInfo: define(
      'Nonce, balance and code of an account.',
      [account, at],
      infoSchema,
      ([address, block]) =>
        readAt(node, block, () => {
          const state = requireState(chain, block);
          const { nonce, balance, codeHash } = state.account(address) ?? emptyAccount;
          return { nonce: quantity(nonce), balance: quantity(balance), code: toHex(state.code(codeHash)) };
        }),
    ),
  };
}
