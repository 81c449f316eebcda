import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { requireHeight, requireState } from '../evm-common/resolve-block.ts';
import { nullable } from '../evm-common/schemas.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, dataSchema, hashSchema } from '../params/bytes.ts';
import { quantitySchema } from '../params/quantity.ts';
import { type JsonSchema, type Methods, RpcError } from '../types.ts';

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
export function accountMethods({ chain }: Pick<EthDependencies, 'chain'>): Methods {
  return {
    eth_getAccount: define(
      'Nonce, balance, storage root and code hash of an account; null for one that does not exist.',
      [account, at],
      nullable(stateSchema),
      ([address, block]) => {
        const proof = chain.proof(address, [], requireHeight(chain, block));
        if (proof === undefined) throw new RpcError(-32000, 'header not found');
        if (proof.account === undefined) return null;
        const { nonce, balance, codeHash } = proof.account;
        return { nonce: quantity(nonce), balance: quantity(balance), storageRoot: proof.storageRoot, codeHash };
      },
    ),
    eth_getAccountInfo: define(
      'Nonce, balance and code of an account.',
      [account, at],
      infoSchema,
      ([address, block]) => {
        const state = requireState(chain, block);
        const { nonce, balance, codeHash } = state.account(address) ?? {
          nonce: 0n,
          balance: 0n,
          codeHash: emptyCodeHash,
        };
        return { nonce: quantity(nonce), balance: quantity(balance), code: toHex(state.code(codeHash)) };
      },
    ),
  };
}
