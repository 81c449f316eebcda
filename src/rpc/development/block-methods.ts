import type { Owner } from '../../scheduling/owner.ts';
import { type BlockPlace, type DevelopmentControl, isHardhatName } from '../development-control.ts';
import { define, optional } from '../dispatch/define.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { blockSchema } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { addressParam, hashParam, hashSchema } from '../params/bytes.ts';
import { objectOf, onlyKnown } from '../params/object.ts';
import {
  alsoNamed,
  mapValue,
  objectType,
  oneOfTypes,
  optionalMember,
  type ParamType,
  paramOf,
} from '../params/param-type.ts';
import { booleanParam, looseCountType } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';
import { setter, toolMethod } from './aliases.ts';
import { detailedBlocksExecution } from './detailed-blocks.ts';
import { amountParam, boundedParam, millisecondsParam, numberParam, secondsParam, secondsType } from './params.ts';
import { timeAfterHead } from './time-methods.ts';

const nothing = { type: 'null' } as const;
/** Blocks that one call may make. */
const maxBlocks = 100_000;
const maxReturnedBlocks = 100;

const blocks = optional(alsoNamed(numberParam('blocks', 'How many; 1 when left out.'), 'num_blocks'), 1);
const seconds = alsoNamed(secondsParam('seconds', 'Seconds.'), 'secs');
const milliseconds = millisecondsParam('milliseconds', 'Milliseconds.');
const interval = optional(secondsParam('interval', 'Seconds from one to the next.'), undefined);

type MineOptions = { readonly blocks: number; readonly timestamp: number | undefined };
const timeType = mapValue(secondsType, (timestamp): MineOptions => ({ blocks: 1, timestamp }));
const mineMembers = objectType({ blocks: optionalMember(looseCountType), timestamp: optionalMember(secondsType) });
const mineObjectType: ParamType<MineOptions> = {
  parse: (json) => {
    const { blocks, timestamp } = mineMembers.parse(onlyKnown(objectOf(json), ['blocks', 'timestamp']));
    return { blocks: blocks ?? 1, timestamp };
  },
  schema: mineMembers.schema,
};
const mineOptions = alsoNamed(
  paramOf(
    'options',
    'Time of the block in seconds, or an object with timestamp and blocks.',
    oneOfTypes([timeType, mineObjectType], (json) => (isJsonObject(json) ? mineObjectType : timeType)),
  ),
  'opts',
);

/** Blocks on demand. */
export function miningMethods(
  control: DevelopmentControl,
  { chain, node: { mainThread } }: Pick<EthDependencies, 'chain' | 'node'>,
  executor: Executor,
): Methods {
  const owner: Owner = { network: 'node', connection: {}, hasLeft: false };
  /** `settle` is called before each block, in its turn. Other requests are served between two blocks, also such. */
  const mine = async (count: number, settle: (made: number) => void): Promise<readonly BlockPlace[]> => {
    if (count > maxBlocks) throw new RpcError(-32602, `at most ${maxBlocks} blocks at a time`);
    const blocks: BlockPlace[] = [];
    while (blocks.length < count) {
      if (blocks.length > 0) await mainThread.turn('request', owner);
      const made = await control.exclusively((turn) => {
        settle(blocks.length);
        return turn.mine();
      });
      blocks.push(made);
    }
    return blocks;
  };
  const mineAt = ({ blocks, timestamp }: MineOptions = { blocks: 1, timestamp: undefined }) =>
    mine(blocks, (made) => {
      if (made === 0 && timestamp !== undefined) control.setNextTime(timeAfterHead(chain, timestamp));
    });
  /** `spaced`: the first of the blocks that is an interval later */
  const mineSpaced = async (count: number, seconds: number | undefined, spaced: number): Promise<null> => {
    await mine(count, (made) => {
      if (made >= spaced && seconds !== undefined) control.setTimeShift(control.timeShiftMs + seconds * 1000);
    });
    return null;
  };
  const options = optional(mineOptions, undefined);
  const mineDetailed = define(
    `Makes blocks now and returns them with their transactions and what these returned; ${maxReturnedBlocks} at most.`,
    [options],
    { type: 'array', items: blockSchema },
    async ([chosen], call) => {
      const count = chosen?.blocks ?? 1;
      if (count > maxReturnedBlocks) throw new RpcError(-32602, `at most ${maxReturnedBlocks} blocks at a time`);
      return executor.run(detailedBlocksExecution, { blocks: await mineAt(chosen) }, call);
    },
  );
  return {
    evm_mine: define('Makes a block now.', [options], { type: 'string' }, async ([chosen]) => {
      await mineAt(chosen);
      return '0x0';
    }),
    evm_mine_detailed: mineDetailed,
    anvil_mine_detailed: mineDetailed,
    anvil_mine: define(
      'Makes blocks now, the first after the interval, too.',
      [blocks, interval],
      nothing,
      ([count, seconds]) => mineSpaced(count, seconds, 0),
    ),
    hardhat_mine: define('Makes blocks now, the first at once.', [blocks, interval], nothing, ([count, seconds]) =>
      mineSpaced(count, seconds, 1),
    ),
    ...setter(
      'setAutomine',
      'Whether a new transaction causes a block.',
      [alsoNamed(booleanParam('enabled', 'Whether it is enabled.'), 'enable_automine')],
      ([on]) => control.setAutomine(on),
    ),
    ...toolMethod(
      'getAutomine',
      'Whether a new transaction causes a block.',
      [],
      { type: 'boolean' },
      () => control.isAutomining,
    ),
    ...intervalMethods(control),
    ...toolMethod('getIntervalMining', 'Seconds between empty blocks; null for none.', [], {}, () =>
      control.blockIntervalMs === 0 ? null : Math.ceil(control.blockIntervalMs / 1000),
    ),
  };
}

/** Longest interval, in milliseconds, that is set without a warning: the chain would seem to stand still. */
const longIntervalMs = 60_000;

/**
 * anvil counts in seconds, Hardhat in milliseconds; `evm_…`, which both have, in the unit of the tool whose name the
 * node reports.
 */
function intervalMethods(control: DevelopmentControl): Methods {
  const set = (milliseconds: number): null => {
    control.setBlockInterval(milliseconds);
    if (milliseconds > longIntervalMs) {
      const words = `a client set the interval between blocks to ${milliseconds / 1000} seconds`;
      control.warn(`${words}: anvil_setIntervalMining counts in seconds, hardhat_setIntervalMining in milliseconds`);
    }
    return null;
  };
  const inSeconds = define('Seconds between empty blocks; 0 for none.', [seconds], nothing, ([count]) =>
    set(count * 1000),
  );
  const inMilliseconds = define('Milliseconds between empty blocks; 0 for none.', [milliseconds], nothing, ([count]) =>
    set(count),
  );
  return {
    anvil_setIntervalMining: inSeconds,
    hardhat_setIntervalMining: inMilliseconds,
    evm_setIntervalMining: isHardhatName(control.clientVersion) ? inMilliseconds : inSeconds,
  };
}

/** Properties of further blocks: set when none is being made, which would use them up or not have them. */
export function blockRuleMethods(control: DevelopmentControl): Methods {
  const gas = alsoNamed(boundedParam('gasLimit', 'Gas.', [5000n, 2n ** 63n - 1n]), 'gas_limit'); // the least that Ethereum allows, and 64 bits
  const fee = alsoNamed(boundedParam('baseFee', 'Wei per gas.', [0n, 2n ** 128n]), 'basefee'); // so that fees fit a word
  const least = alsoNamed(amountParam('price', 'Wei per gas.'), 'gas');
  const coinbase = addressParam('address', 'The account that gets the tips.');
  const random = hashParam('prevRandao', 'What PREVRANDAO returns, 32 bytes.');
  return {
    ...toolMethod(
      'setBlockGasLimit',
      'Gas limit of all further blocks.',
      [gas],
      { type: 'boolean' },
      async ([limit]) => {
        await control.exclusively(() => control.setBlockGasLimit(limit));
        return true;
      },
    ),
    ...setter('setNextBlockBaseFeePerGas', 'Base fee of the next block.', [fee], ([wei]) =>
      control.exclusively(() => control.setNextBaseFee(wei)),
    ),
    ...setter('setMinGasPrice', 'Always an error: the base fee is the least price.', [least], () => {
      throw new RpcError(-32602, 'anvil_setMinGasPrice is not supported when EIP-1559 is active');
    }),
    ...setter('setPrevRandao', 'PREVRANDAO of the next block.', [random], ([value]) =>
      control.exclusively(() => control.setNextRandao(value)),
    ),
    ...setter('setCoinbase', 'Proposer of all further blocks.', [coinbase], ([address]) =>
      control.setProposer(address),
    ),
  };
}

/** Removal of transactions from the pool. */
export function poolMethods(control: DevelopmentControl, { node }: Pick<EthDependencies, 'node'>): Methods {
  const hash = alsoNamed(hashParam('hash', 'Hash of the transaction.'), 'tx_hash');
  const sender = addressParam('address', 'The sender.');
  return {
    anvil_dropTransaction: define(
      'Removes a transaction from the pool; returns its hash, or null.',
      [hash],
      hashSchema,
      ([wanted]) => (control.drop(wanted) ? wanted : null),
    ),
    hardhat_dropTransaction: define(
      'Removes a transaction from the pool; returns whether it was there.',
      [hash],
      { type: 'boolean' },
      ([wanted]) => control.drop(wanted),
    ),
    ...setter('dropAllTransactions', 'Empties the pool.', [], () => control.dropAll()),
    ...setter(
      'removePoolTransactions',
      'Removes all transactions of a sender from the pool.',
      [sender],
      ([address]) => {
        const { pending, queued } = node.mempool.contentOf(address);
        for (const { hash: found } of [...pending, ...queued]) control.drop(found);
      },
    ),
  };
}
