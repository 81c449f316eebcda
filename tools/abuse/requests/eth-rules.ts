import { address, blockTag, boolean, bytes32, hash, smallCount } from './basic-rules.ts';
import { blockOverrides, call, rawTransaction, simulation, stateOverrides, traceConfig } from './call-rules.ts';
import type { Rule } from './writer.ts';

const topics: Rule = (writer) => writer.list((w) => w.oneOf([hash, bytes32, () => 'null', (x) => x.list(hash, 4)]), 4);

const filter: Rule = (writer) =>
  writer.object({
    address: (w) => w.oneOf([address, (x) => x.list(address, 4)]),
    topics,
    ...(writer.random.chance(0.3)
      ? { blockHash: hash }
      : { fromBlock: (w) => w.oneOf([blockTag, smallCount]), toBlock: (w) => w.oneOf([blockTag, smallCount]) }),
  });

const typeNames = [
  'Mail',
  'Person',
  'EIP712Domain',
  'uint256',
  'bytes',
  'string',
  'Mail[]',
  'address',
  'uint256[2][]',
  'int',
  'bytes33',
] as const;
const typeFields: Rule = (writer) =>
  writer.list(
    (w) => w.object({ name: (x) => x.pick(['a', 'b', 'name']), type: (x) => x.pick(typeNames) }, ['name', 'type']),
    4,
  );

/** EIP-712 types, which may refer to themselves, and values of any kind. */
const typedData: Rule = (writer) =>
  writer.object(
    {
      types: (w) => w.record((x) => x.pick(typeNames), typeFields, 4),
      primaryType: (w) => w.pick(typeNames),
      domain: (w) => w.object({ name: (x) => x.text('a'), chainId: smallCount, verifyingContract: address }),
      message: (w) => w.object({ a: address, b: (x) => x.list(smallCount, 3), name: (x) => x.text('b') }),
    },
    ['types', 'primaryType', 'domain', 'message'],
  );

const id: Rule = ({ random, observed }) => `"${observed.id(random)}"`;
const days: Rule = ({ random }) => String(random.pick([0, 1, 2, 60, 86_400, 2 ** 31]));
const few: Rule = ({ random }) => String(random.below(20));

/** Rules of parameters whose schema says little, by name and, where that is not enough, by method. */
export const ethRules: Readonly<Record<string, Rule>> = {
  'transaction eth_sendRawTransaction': rawTransaction,
  'transaction eth_sendRawTransactionSync': rawTransaction,
  timeout: (writer) => writer.pick(['0x0', '0x1', '0x64']),
  transaction: call,
  stateOverrides,
  blockOverrides,
  config: traceConfig,
  'filter eth_getLogs': filter,
  'filter eth_newFilter': filter,
  filter: id,
  subscription: id,
  id,
  payload: simulation,
  typedData: (writer) => (writer.random.chance(0.3) ? JSON.stringify(typedData(writer)) : typedData(writer)),
  kind: (writer) => writer.pick(['newHeads', 'logs', 'newPendingTransactions', 'transactionReceipts', 'syncing', 'x']),
  'options eth_subscribe': (writer) =>
    writer.oneOf([filter, boolean, (w) => w.object({ transactionHashes: (x) => x.list(hash, 4) })]),
  'options evm_mine': (writer) => writer.oneOf([few, (w) => w.object({ timestamp: days, blocks: few })]),
  blocks: few,
  depth: few,
  seconds: days,
  interval: days,
  blockCount: smallCount,
  index: smallCount,
  requests: (writer) => writer.record(address, (w) => w.list(bytes32, 3), 3),
  storageKeys: (writer) => writer.list(bytes32, 4),
  slot: bytes32,
  module: (writer) => writer.pick(['bank', 'staking', 'rdk', 'xqore', 'burn', 'bridge', 'svm', 'pqc', 'nothing']),
  record: (writer) => writer.pick(['params', 'validators', 'rollups', 'positions', 'keys', 'nothing']),
};
