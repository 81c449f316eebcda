import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { maxEntryBytes } from '#qord/consensus/comet/transaction-bundle.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { AbciTap } from '#qord/testing/network/abci-tap.ts';
import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { allAt, type NetworkNode, startTappedNetwork } from '#qord/testing/network/network.ts';
import { signFrom } from '#qord/testing/sign-from.ts';
import { until } from '#qord/testing/until.ts';
import type { NetworkCase } from './network-case.ts';

const faulty = 4;
/** Bytes that begin as a transaction of type 2 and are none. */
function garbage(length: number): Uint8Array {
  const bytes = randomBytes(length);
  bytes[0] = 2;
  return bytes;
}

/** A proposal of the faulty validator: its entries, made from the report and those of a good one. */
type Proposal = (report: Uint8Array, others: readonly Uint8Array[]) => readonly Uint8Array[];

/** `proposal` with a good report before the entries. */
function afterReport(entries: () => readonly Uint8Array[]): Proposal {
  return (report) => [report, ...entries()];
}

/** Of accounts that send nothing else. */
const [first, second] = [signFrom(8).raw, signFrom(8, { nonce: 1n }).raw];

/** Proposals that the others reject, by what they are. Many of them are at the bounds of blocks and entries. */
const rejected: Readonly<Record<string, Proposal>> = {
  'no entries': () => [],
  'very many entries of one byte': afterReport(() => Array.from({ length: 300_000 }, () => Uint8Array.of(2))),
  'empty entries': afterReport(() => Array.from({ length: 100_000 }, () => new Uint8Array(0))),
  'one empty entry': afterReport(() => [new Uint8Array(0)]),
  'as many as the gas of a block pays for': afterReport(() => Array.from({ length: 4_761 }, () => garbage(100))),
  'one more': afterReport(() => Array.from({ length: 4_762 }, () => garbage(100))),
  'four megabytes in entries of 1,024 bytes': afterReport(() => Array.from({ length: 4_000 }, () => garbage(1_024))),
  'one entry of four megabytes': afterReport(() => [garbage(4_000_000)]),
  'a transaction twice': afterReport(() => [first, first]),
  'transactions in the wrong order': afterReport(() => [second, first]),
  'the second of two': afterReport(() => [second]),
  'a transaction before the report': (report) => [first, report],
  'more gas than a block has': afterReport(() =>
    Array.from({ length: 4 }, (_, nonce) => signFrom(8, { nonce: BigInt(nonce), gasLimit: 30_000_000n }).raw),
  ),
};

/** Lengths of entries that are sent by gossip, each of a megabyte in all. */
const lengths = [1, 2, 100, 1_023, 1_024, 1_025, 65_535, 65_536, maxEntryBytes - 1, maxEntryBytes];
const megabyte = 1_048_576;

/** The validator is a node whose messages to CometBFT are changed on the way. */
export const faultyValidator: NetworkCase = {
  summary:
    'one of five validators proposes garbage, repetitions and failures, gossips garbage of every length; --rounds megabytes of each length',
  run: async (t, { rounds = 3 }) => {
    const { nodes, tap } = await startTappedNetwork(t, faulty, {
      validators: 5,
      values: { 'comet.propose-timeout': '6s' }, // CometBFT itself takes seconds for so many entries
    });
    const honest = nodes.slice(0, faulty);
    await allAt(nodes, 1);
    for (const [name, proposal] of Object.entries(rejected)) await propose(name, proposal, tap, honest);
    await proposeFailing(tap, honest);
    await proposeAgain(tap, honest);
    for (const length of lengths) await gossip(length, rounds, tap, honest);
    tap.rule = () => 'pass';
    const [first] = honest;
    const to = ((await first?.height()) ?? 0) + 3;
    await allAt(honest, to);
    console.log(`compared ${to} blocks with ${await assertSameChain(honest, 1, to)} transactions: all the same`);
  },
};

async function propose(name: string, proposal: Proposal, tap: AbciTap, honest: readonly NetworkNode[]) {
  const rejections = honest.map(rejectedProposals);
  tap.rule = ruleOf(proposal);
  const hasRejected = (node: NetworkNode, index: number) => rejectedProposals(node) > (rejections[index] ?? 0);
  const slowest = await slowestWhile(honest, () => until(() => honest.every(hasRejected), `all to reject ${name}`));
  tap.rule = () => 'pass';
  assertRunning(honest, name);
  console.log(`${name}: rejected by all, slowest response ${slowest} ms`);
}

function ruleOf(proposal: Proposal): AbciTap['rule'] {
  return ({ direction, content }) => {
    if (direction === 'request' || content.prepareProposal === undefined) return 'pass';
    const [report = new Uint8Array(0), ...others] = content.prepareProposal.txs;
    return { response: { prepareProposal: { txs: proposal(report, others) } } };
  };
}

/** Transactions that no pool of an honest node has seen, and that fail: a good block, whose receipts say so. */
async function proposeFailing(tap: AbciTap, honest: readonly NetworkNode[]) {
  const invalidOpcode = { to: undefined, data: Uint8Array.of(0xfe), gasLimit: 60_000n, value: 0n };
  const transactions = Array.from({ length: 100 }, (_, nonce) =>
    signFrom(7, { ...invalidOpcode, nonce: BigInt(nonce) }),
  );
  tap.rule = ruleOf((report) => [report, ...transactions.map(({ raw }) => raw)]);
  for (const node of honest) {
    const receipts = () =>
      Promise.all(
        transactions.map(({ hash }) => node.call<{ status: string } | null>('eth_getTransactionReceipt', hash)),
      );
    await until(async () => (await receipts()).every((receipt) => receipt?.status === '0x0'), 'the failed ones');
  }
  tap.rule = () => 'pass';
  assertRunning(honest, 'transactions that fail');
  console.log(`${transactions.length} transactions that fail: in a block of all, with their receipts`);
}

/** What is in the chain already is no part of a further block, however often it is proposed. */
async function proposeAgain(tap: AbciTap, honest: readonly NetworkNode[]) {
  const [node] = honest;
  assert.ok(node);
  const sent = signFrom(6);
  await node.call('eth_sendRawTransaction', toHex(sent.raw));
  const receipt = () => node.call<object | null>('eth_getTransactionReceipt', sent.hash);
  await until(async () => (await receipt()) !== null, 'a transaction');
  for (let turn = 0; turn < 3; turn++)
    await propose(
      `a transaction of an earlier block, ${turn}`,
      afterReport(() => [sent.raw]),
      tap,
      honest,
    );
}

async function gossip(length: number, rounds: number, tap: AbciTap, honest: readonly NetworkNode[]) {
  let sent = 0;
  tap.rule = ({ direction, content }) => {
    if (direction === 'request' || content.reapTxs === undefined || sent >= rounds) return 'pass';
    sent++;
    const count = Math.min(Math.ceil(megabyte / length), 16_384);
    return { response: { reapTxs: { txs: Array.from({ length: count }, () => garbage(length)) } } };
  };
  const [first] = honest;
  const slowest = await slowestWhile(honest, async () => {
    await until(() => sent >= rounds, 'CometBFT to take the garbage');
    await allAt(honest, ((await first?.height()) ?? 0) + 2);
  });
  assertRunning(honest, `garbage of ${length} bytes`);
  console.log(`${sent} times a megabyte in entries of ${length} bytes by gossip: slowest response ${slowest} ms`);
}

/** Most milliseconds that a request to one of the nodes has taken meanwhile. */
async function slowestWhile(nodes: readonly NetworkNode[], work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let slowest = 0;
  const ask = async (node: NetworkNode) => {
    while (!isOver) {
      const began = performance.now();
      await node.height();
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const asking = nodes.map(ask);
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.allSettled(asking);
  }
  return Math.round(slowest);
}

function rejectedProposals({ process }: NetworkNode): number {
  return process.records.filter(({ msg }) => msg === 'rejected the proposal of another validator').length;
}

function assertRunning(nodes: readonly NetworkNode[], what: string): void {
  for (const { process } of nodes) assert.equal(process.process.exitCode, null, `${what}: ${process.errorOutput()}`);
}
