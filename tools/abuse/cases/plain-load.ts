import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '#qord/primitives/hex.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { LoadLane } from '../load-lane.ts';
import { transactionOfSize } from '../transaction-of-size.ts';

/** Each of them sends by itself; the ordinary client and other attackers use others. */
const accounts = [2, 3, 4, 6];
/** Bytes of a transaction: powers of two fill every buffer of a power of two exactly, others stop beside its end. */
const powers = Array.from({ length: 11 }, (_, index) => 2 ** (index + 7));
const sizes = [100, ...powers.flatMap((power) => [power - 1, power, power + 1])].filter((size) => size <= 131_072);
const counts = [1, 2, 3, 7, 8, 9, 31, 32, 33, 50, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 999, 1000];
const largestBodyBytes = 5_242_880;
/** Bytes of a request body around the raw transaction in hex digits. */
const aroundBytes = 80;

/** Ordinary use, as much of it as the node can take, in all sizes. */
export const plainLoad: Attack = {
  summary:
    'transfers, single and in batches of 1 to 1,000, of 100 bytes to the limits (10 minutes; --minutes 120: soak)',
  flags: { 'metrics.enable': 'true' },
  seconds: 600,
  isSteady: true,
  forbidden: /^-32603|^attack failed/,
  attack: async (context) => {
    const lanes = accounts.map((account, index) => sendInRounds(context, account, index));
    await Promise.all([...lanes, sendGarbage(context)]);
  },
};

/** Sends batch after batch and waits for each to be in blocks; throws when the node says anything else. */
async function sendInRounds(context: AttackContext, account: number, index: number): Promise<void> {
  const { clients, urls, signal } = context;
  const lane = new LoadLane(clients, urls, signal);
  const counted = await clients.call(urls.http ?? '', 'eth_getTransactionCount', accountOf(account), 'pending');
  let nonce = BigInt(String(counted?.result ?? '0x0'));
  const rounds = sized(context, Number.POSITIVE_INFINITY, 8);
  for (let round = 0; round < rounds && !signal.aborted; round++) {
    const { count, size } = shapeOf(context, round * accounts.length + index);
    const transactions = Array.from({ length: count }, (_, nth) =>
      transactionOfSize(account, nonce + BigInt(nth), size),
    );
    const isDone = await lane.submit(transactions, bodyLength(round));
    if (!isDone) return;
    nonce += BigInt(count);
  }
}

/** How many transactions of how many bytes; as many as fit into the largest body. */
function shapeOf(context: AttackContext, step: number): { count: number; size: number } {
  const size = sizes[step % sizes.length] ?? 100;
  const count = Math.min(counts[step % counts.length] ?? 1, sized(context, 1000, 129));
  const fitting = Math.floor((largestBodyBytes - 2) / (aroundBytes + 2 * Math.max(size, 130)));
  return { count: Math.max(1, Math.min(count, fitting)), size };
}

/**
 * Length to which the body is filled with spaces: to where a read of 64 kB ends together with the head, whose length is
 * between 0 and 255, or to the limit and one byte less.
 */
function bodyLength(round: number): number {
  if (round % 16 === 14) return largestBodyBytes - 1;
  if (round % 16 === 15) return largestBodyBytes;
  return 65_536 * (1 + (round % 3)) - (round % 256);
}

/** A megabyte of what is no transaction in entries of 1,024 bytes, and the largest that may be one. */
async function sendGarbage(context: AttackContext): Promise<void> {
  const { clients, urls, signal } = context;
  const rounds = sized(context, Number.POSITIVE_INFINITY, 3);
  const entry = (length: number) => {
    const raw = toHex(new Uint8Array(length).fill(2));
    return `{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw}"]}`;
  };
  const bodies = [
    `[${Array(1000).fill(entry(1024)).join()}]`,
    `[${Array(1000).fill(entry(1023)).join()}]`,
    `[${Array(16).fill(entry(131_072)).join()}]`,
    entry(131_073),
  ];
  for (let round = 0; round < rounds && !signal.aborted; round++) {
    await clients.send(urls.http ?? '', bodies[round % bodies.length] ?? '');
    await sleep(sized(context, 2_000, 10));
  }
}
