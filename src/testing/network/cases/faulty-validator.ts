import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { maxEntryBytes } from '../../../consensus/comet/transaction-bundle.ts';
import type { AbciTap } from '../abci-tap.ts';
import { assertSameChain } from '../compare-nodes.ts';
import { allAt, type NetworkNode, startTappedNetwork } from '../network.ts';
import { until } from '../until.ts';
import type { NetworkCase } from './network-case.ts';

const faulty = 4;
/** Bytes that begin as a transaction of type 2 and are none. */
function garbage(length: number): Uint8Array {
  const bytes = randomBytes(length);
  bytes[0] = 2;
  return bytes;
}

/** Entries of proposals, by what they are: many tiny ones, and lengths at the bounds of blocks and entries. */
const proposals: Readonly<Record<string, () => readonly Uint8Array[]>> = {
  'very many entries of one byte': () => Array.from({ length: 300_000 }, () => Uint8Array.of(2)),
  'empty entries': () => Array.from({ length: 100_000 }, () => new Uint8Array(0)),
  'as many as the gas of a block pays for': () => Array.from({ length: 4_761 }, () => garbage(100)),
  'one more': () => Array.from({ length: 4_762 }, () => garbage(100)),
  'four megabytes in entries of 1,024 bytes': () => Array.from({ length: 4_000 }, () => garbage(1_024)),
  'one entry of four megabytes': () => [garbage(4_000_000)],
};

/** Lengths of entries that are sent by gossip, each of a megabyte in all. */
const lengths = [1, 2, 100, 1_023, 1_024, 1_025, 65_535, 65_536, maxEntryBytes - 1, maxEntryBytes];
const megabyte = 1_048_576;

/** The validator is a node whose messages to CometBFT are changed on the way. */
export const faultyValidator: NetworkCase = {
  summary: 'one of five validators proposes and gossips garbage of every length; --rounds megabytes of each length',
  run: async (t, { rounds = 3 }) => {
    const { nodes, tap } = await startTappedNetwork(t, faulty, {
      validators: 5,
      values: { 'comet.propose-timeout': '6s' }, // CometBFT itself takes seconds for so many entries
    });
    const honest = nodes.slice(0, faulty);
    await allAt(nodes, 1);
    for (const [name, entries] of Object.entries(proposals)) await propose(name, entries, tap, honest);
    for (const length of lengths) await gossip(length, rounds, tap, honest);
    tap.rule = () => 'pass';
    const [first] = honest;
    const to = ((await first?.height()) ?? 0) + 3;
    await allAt(honest, to);
    console.log(`compared ${to} blocks with ${await assertSameChain(honest, 1, to)} transactions: all the same`);
  },
};

async function propose(
  name: string,
  entries: () => readonly Uint8Array[],
  tap: AbciTap,
  honest: readonly NetworkNode[],
) {
  const rejections = honest.map(rejectedProposals);
  tap.rule = ({ direction, content }) => {
    if (direction === 'request' || content.prepareProposal === undefined) return 'pass';
    const [report] = content.prepareProposal.txs;
    return { response: { prepareProposal: { txs: [report ?? new Uint8Array(0), ...entries()] } } };
  };
  const hasRejected = (node: NetworkNode, index: number) => rejectedProposals(node) > (rejections[index] ?? 0);
  const slowest = await slowestWhile(honest, () => until(() => honest.every(hasRejected), `all to reject ${name}`));
  tap.rule = () => 'pass';
  assertRunning(honest, name);
  console.log(`${name}: rejected by all, slowest response ${slowest} ms`);
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
async function slowestWhile(nodes: readonly NetworkNode[], work: () => Promise<void>): Promise<number> {
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
