import { setImmediate as nextTurn } from 'node:timers/promises';
import { define, optional } from '../dispatch/define.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { addressParam, hashParam, hashSchema } from '../params/bytes.ts';
import { mapValue, objectType, oneOfTypes, optionalMember, paramOf } from '../params/param-type.ts';
import { booleanParam, looseCountType } from '../params/quantity.ts';
import { type DevelopmentControl, type Methods, RpcError } from '../types.ts';
import { anvilAndHardhat, anvilHardhatAndEvm } from './aliases.ts';
import { boundedParam, numberParam, secondsParam, secondsType } from './params.ts';
import { timeAfterHead } from './time-methods.ts';

const nothing = { type: 'null' } as const;
/** Blocks that one call may make. */
const maxBlocks = 100_000;

const blocks = optional(numberParam('blocks', 'How many; 1 when left out.'), 1);
const interval = optional(secondsParam('interval', 'Seconds from one to the next.'), undefined);

type MineOptions = { readonly blocks: number; readonly timestamp: number | undefined };
const timeType = mapValue(secondsType, (timestamp): MineOptions => ({ blocks: 1, timestamp }));
const mineObjectType = mapValue(
  objectType({ blocks: optionalMember(looseCountType), timestamp: optionalMember(secondsType) }),
  ({ blocks, timestamp }): MineOptions => ({ blocks: blocks ?? 1, timestamp }),
);
const mineOptions = paramOf(
  'options',
  'Time of the block in seconds, or an object with timestamp and blocks.',
  oneOfTypes([timeType, mineObjectType], (json) => (isJsonObject(json) ? mineObjectType : timeType)),
);

/** Blocks on demand. */
export function miningMethods(control: DevelopmentControl, { chain }: Pick<EthDependencies, 'chain'>): Methods {
  const mine = async (count: number, seconds?: number) => {
    if (count > maxBlocks) throw new RpcError(-32602, `at most ${maxBlocks} blocks at a time`);
    for (let made = 0; made < count; made++) {
      if (made > 0) await nextTurn(); // other requests are served between two blocks
      if (made > 0 && seconds !== undefined) control.setTimeShift(control.timeShift + seconds * 1000);
      control.mine();
    }
  };
  return {
    evm_mine: define(
      'Makes a block now.',
      [optional(mineOptions, undefined)],
      { type: 'string' },
      async ([options]) => {
        if (options?.timestamp !== undefined) control.setNextTime(timeAfterHead(chain, options.timestamp));
        await mine(options?.blocks ?? 1);
        return '0x0';
      },
    ),
    ...anvilAndHardhat(
      'mine',
      define('Makes blocks now.', [blocks, interval], nothing, async ([count, seconds]) => {
        await mine(count, seconds);
        return null;
      }),
    ),
    ...anvilHardhatAndEvm(
      'setAutomine',
      define(
        'Whether a new transaction causes a block.',
        [booleanParam('enabled', 'Whether it is enabled.')],
        nothing,
        ([on]) => {
          control.setAutomine(on);
          return null;
        },
      ),
    ),
    ...anvilAndHardhat(
      'getAutomine',
      define('Whether a new transaction causes a block.', [], { type: 'boolean' }, () => control.isAutomining),
    ),
    ...anvilHardhatAndEvm(
      'setIntervalMining',
      define(
        'Seconds between empty blocks; 0 for none.',
        [secondsParam('seconds', 'Seconds.')],
        nothing,
        ([seconds]) => {
          control.setBlockInterval(seconds * 1000);
          return null;
        },
      ),
    ),
    ...anvilAndHardhat(
      'getIntervalMining',
      define('Seconds between empty blocks; null for none.', [], {}, () =>
        control.blockInterval === 0 ? null : Math.ceil(control.blockInterval / 1000),
      ),
    ),
  };
}

/** Properties of further blocks. */
export function blockRuleMethods(control: DevelopmentControl): Methods {
  const gas = boundedParam('gasLimit', 'Gas.', [5000n, 2n ** 63n - 1n]); // the least that Ethereum knows, and 64 bits
  const fee = boundedParam('baseFee', 'Wei per gas.', [0n, 2n ** 128n]); // so that fees fit a word
  const coinbase = addressParam('address', 'The account that gets the tips.');
  return {
    ...anvilHardhatAndEvm(
      'setBlockGasLimit',
      define('Gas limit of all further blocks.', [gas], { type: 'boolean' }, ([limit]) => {
        control.setBlockGasLimit(limit);
        return true;
      }),
    ),
    ...anvilAndHardhat(
      'setNextBlockBaseFeePerGas',
      define('Base fee of the next block.', [fee], nothing, ([wei]) => {
        control.setNextBaseFee(wei);
        return null;
      }),
    ),
    ...anvilAndHardhat(
      'setCoinbase',
      define('Proposer of all further blocks.', [coinbase], nothing, ([address]) => {
        control.setProposer(address);
        return null;
      }),
    ),
  };
}

/** Removal of transactions from the pool. */
export function poolMethods(control: DevelopmentControl, { node }: Pick<EthDependencies, 'node'>): Methods {
  const hash = hashParam('hash', 'Hash of the transaction.');
  const sender = addressParam('address', 'The sender.');
  return {
    ...anvilAndHardhat(
      'dropTransaction',
      define('Removes a transaction from the pool; returns its hash, or null.', [hash], hashSchema, ([wanted]) =>
        control.drop(wanted) ? wanted : null,
      ),
    ),
    ...anvilAndHardhat(
      'dropAllTransactions',
      define('Empties the pool.', [], nothing, () => {
        control.dropAll();
        return null;
      }),
    ),
    ...anvilAndHardhat(
      'removePoolTransactions',
      define('Removes all transactions of a sender from the pool.', [sender], nothing, ([address]) => {
        const { pending, queued } = node.mempool.contentOf(address);
        for (const { hash: found } of [...pending, ...queued]) control.drop(found);
        return null;
      }),
    ),
  };
}
