import { type Hash, parseHash } from '../../primitives/hash.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import { define, optional } from '../dispatch/define.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { blockRefParam } from '../params/block-ref.ts';
import { dataType } from '../params/bytes.ts';
import { mapValue, paramOf } from '../params/param-type.ts';
import { booleanParam, looseCountType } from '../params/quantity.ts';
import { accountRangeExecution } from './account-range.ts';

/** Accounts in one response, as in go-ethereum. */
const maxAccounts = 256;

const rangeSchema: JsonSchema = {
  type: 'object',
  properties: {
    root: { type: 'string', description: 'The state root, without 0x.' },
    accounts: {
      type: 'object',
      description: 'Address → balance in wei (decimal), nonce, root, codeHash, code, storage, key.',
    },
    next: { type: 'string', description: 'The hash that the rest begins with, in base64; absent after the last.' },
  },
};

const start = mapValue(
  dataType,
  (bytes): Hash => {
    if (bytes.length > 32) throw new RangeError('a hash has at most 32 bytes');
    return parseHash(`0x${toHexDigits(bytes).padEnd(64, '0')}`);
  },
  { maxLength: 66 },
);

const flag = (name: string, description: string) => optional(booleanParam(name, description), false);

/** Accounts of the state. */
export function accountRangeMethods(executor: Executor): Methods {
  const { chain } = executor.node;
  return {
    debug_accountRange: define(
      'Accounts after a block, in the order of the hashes of their addresses.',
      [
        blockRefParam,
        paramOf('start', 'The first hash, or its first bytes.', start),
        paramOf('limit', `How many accounts, up to ${maxAccounts}; 0 for as many.`, looseCountType),
        flag('nocode', 'Without code.'),
        flag('nostorage', 'Without storage.'),
        flag('incompletes', 'As go-ethereum has it; here the address of every account is known.'),
      ],
      rangeSchema,
      ([ref, from, limit, withoutCode, withoutStorage], call) => {
        const height = requireHeight(chain, ref);
        const count = limit === 0 || limit > maxAccounts ? maxAccounts : limit;
        const shown = { withCode: !withoutCode, withStorage: !withoutStorage };
        const request = { block: { by: 'height', height } as const, height, from, count, ...shown };
        return executor.run(accountRangeExecution, request, call);
      },
    ),
  };
}
