import { base58 } from '@scure/base';
import { toBase58 } from '#qord/primitives/address.ts';
import { parseHash } from '#qord/primitives/hash.ts';
import { signatureTextOfHash } from '#qord/svm/signature-text.ts';
import { call } from '../abuse/requests/call-rules.ts';
import { type Described, ruleOf } from '../abuse/requests/schema-rules.ts';
import type { Rule } from '../abuse/requests/writer.ts';
import type { Ledger } from './ledger.ts';
import { markOfBlock, type Question } from './question.ts';
import { svmOnlyKeys, type Workload } from './workload.ts';

/** What parameters may name: what is on the chain. */
export type Subjects = { readonly ledger: Ledger; readonly workload: Workload };

/** The rule of a parameter, which names what is on the chain; else that of the fuzzer of requests. */
export function ruleFor(
  subjects: Subjects,
  face: Question['face'],
  method: string,
  param: Described['params'][number],
): Rule {
  const rules = face === 'eth' ? ethRules(subjects) : svmRules(subjects);
  return rules[`${param.name} ${method}`] ?? rules[param.name] ?? ruleOf(face, method, param);
}

function ethRules({ ledger, workload }: Subjects): Readonly<Record<string, Rule>> {
  const address: Rule = () => `"${workload.address()}"`;
  const transaction: Rule = ({ random }) => {
    const receipts = ledger.receipts();
    return `"${receipts[random.below(receipts.length)]?.transactionHash ?? ledger.head.hash}"`;
  };
  const blockHash: Rule = ({ random }) => `"${ledger.blocks[random.below(ledger.blocks.length)]?.hash}"`;
  const height: Rule = ({ random }) => `"0x${random.below(ledger.blocks.length).toString(16)}"`;
  const small: Rule = ({ random }) => String(1 + random.below(20));
  const topic: Rule = (writer) => {
    const logs = ledger.receipts().flatMap(({ logs }) => logs.flatMap(({ topics }) => topics));
    return `"${logs[writer.random.below(logs.length)] ?? ledger.head.hash}"`;
  };
  const topics: Rule = (writer) => writer.list((w) => w.oneOf([topic, () => 'null', (x) => x.list(topic, 3)]), 4);
  const calls: Rule = (writer) =>
    writer.oneOf([call, (w) => w.object({ from: address, to: address, data: topic, value: height }, ['from', 'to'])]);
  const logFilter: Rule = (writer) =>
    writer.random.chance(0.3)
      ? writer.object({ blockHash, address, topics }, ['blockHash'])
      : writer.object({ fromBlock: height, toBlock: height, address, topics }, ['fromBlock', 'toBlock']);
  return {
    block: () => markOfBlock,
    address,
    account: address,
    hash: transaction,
    ...Object.fromEntries(methodsByBlockHash.map((name) => [`hash ${name}`, blockHash])),
    blockHash,
    'filter eth_getLogs': logFilter,
    'filter trace_filter': (writer) =>
      writer.object(
        {
          fromBlock: height,
          toBlock: height,
          fromAddress: (w) => w.list(address, 2),
          toAddress: (w) => w.list(address, 2),
          after: small,
          count: small,
        },
        ['fromBlock', 'toBlock'],
      ),
    transaction: calls,
    index: ({ random }) => `"0x${random.below(4).toString(16)}"`,
    hydrated: ({ random }) => String(random.chance(0.5)),
    types: (writer) => writer.list((w) => w.pick(['trace', 'stateDiff', 'vmTrace']), 3),
    blockNumber: ({ random }) => String(random.below(ledger.blocks.length + 1)),
    pageSize: small,
    pageNumber: ({ random }) => String(random.below(3)),
    limit: small,
    'config debug_traceTransaction': tracing,
    'config debug_traceBlock': tracing,
    'config debug_traceBlockByHash': tracing,
    'config debug_traceBlockByNumber': tracing,
  };
}

const methodsByBlockHash = [
  ...['eth_getBlockByHash', 'eth_getHeaderByHash', 'eth_getBlockTransactionCountByHash', 'debug_traceBlockByHash'],
  ...['ots_getBlockDetailsByHash', 'eth_getUncleCountByBlockHash', 'eth_getUncleByBlockHashAndIndex'],
];

const tracing: Rule = (writer) =>
  writer.object({
    tracer: (w) => w.pick(['callTracer', 'flatCallTracer', 'prestateTracer', '4byteTracer', 'noopTracer']),
    tracerConfig: (w) => w.oneOf([() => '{}', () => '{"withLog":true}', () => '{"diffMode":true}']),
  });

function svmRules({ ledger, workload }: Subjects): Readonly<Record<string, Rule>> {
  const pubkey: Rule = ({ random }) =>
    random.chance(0.2) ? `"${svmOnlyKeys[random.below(svmOnlyKeys.length)]}"` : `"${toBase58(workload.address())}"`;
  const signature: Rule = ({ random }) => {
    const receipts = ledger.receipts();
    const hash = receipts[random.below(receipts.length)]?.transactionHash ?? ledger.head.hash;
    return `"${signatureTextOfHash(Buffer.from(parseHash(hash).slice(2), 'hex'))}"`;
  };
  const slot: Rule = ({ random }) => String(random.below(ledger.blocks.length));
  const encoding: Rule = (writer) => writer.pick(['json', 'jsonParsed', 'base58', 'base64']);
  const version: Rule = () => '0';
  const accountOptions: Rule = (writer) =>
    writer.object({
      encoding: (w) => w.pick(['base64', 'base64+zstd', 'jsonParsed']),
      commitment: (w) => w.pick(['processed', 'confirmed', 'finalized']),
    });
  return {
    pubkey,
    address: pubkey,
    owner: pubkey,
    pubkeys: (writer) => writer.list(pubkey, 4),
    accounts: (writer) => writer.list(pubkey, 4),
    addresses: (writer) => writer.list(pubkey, 4),
    signature,
    signatures: (writer) => writer.list(signature, 4),
    slot,
    startSlot: slot,
    endSlot: slot,
    blockhash: ({ random }) => {
      const { hash } = ledger.blocks[random.below(ledger.blocks.length)] ?? ledger.head;
      return `"${base58.encode(Buffer.from(hash.slice(2), 'hex'))}"`;
    },
    limit: ({ random }) => String(1 + random.below(20)),
    options: (writer) => writer.object({ commitment: (w) => w.pick(['processed', 'confirmed', 'finalized']) }),
    'options getAccountInfo': accountOptions,
    'options getMultipleAccounts': accountOptions,
    'options getTransaction': (writer) => writer.object({ encoding, maxSupportedTransactionVersion: version }),
    'options getBlock': (writer) =>
      writer.object({
        encoding,
        maxSupportedTransactionVersion: version,
        transactionDetails: (w) => w.pick(['full', 'accounts', 'signatures', 'none']),
        rewards: ({ random }) => String(random.chance(0.5)),
      }),
    'options getSignaturesForAddress': (writer) =>
      writer.object({ before: signature, until: signature, limit: ({ random }) => String(1 + random.below(30)) }, [
        'before',
      ]),
  };
}
