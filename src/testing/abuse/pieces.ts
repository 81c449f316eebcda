import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { Random } from '../fuzz/random.ts';
import { signFrom } from '../sign-from.ts';
import type { SpawnedNode } from '../spawn-node.ts';
import { ObservedValues } from './requests/observed-values.ts';
import type { Described, DialectName } from './requests/schema-rules.ts';
import { httpTransport, type Transport } from './requests/transports.ts';
import { writeMessage } from './requests/write-message.ts';
import { Writer } from './requests/writer.ts';

/** The longest piece of the main thread while a method was requested, in milliseconds of processor time. */
export type Piece = { readonly method: string; readonly milliseconds: number };

/** How large the node is made before it is measured. */
export type PiecesOptions = {
  readonly seed: number;
  readonly blocks: number;
  readonly accounts: number;
  readonly pool: number;
};

const senders = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const perBatch = 500;
/** Messages for each method. */
const messages = 24;
/** Methods that end what is measured: the chain, the pool or the clock would be another for those that follow. */
const destructive =
  /reset|revert|rollback|reorg|dropAll|drop_all|loadState|setAutomine|setIntervalMining|mine|removeAll/i;

/**
 * Measures the longest piece of the main thread for each method of `rpc.discover` on a node with so many blocks,
 * accounts and waiting transactions, with random valid parameters. Needs a node that was started with `turn-times`.
 */
export async function measurePieces(node: SpawnedNode, options: PiecesOptions): Promise<readonly Piece[]> {
  const { urls } = node;
  const http = httpTransport(urls.http ?? '');
  const svm = httpTransport(urls.svm ?? '');
  await fill(http, options);
  const pieces: Piece[] = [];
  const random = new Random(options.seed);
  const observed = new ObservedValues();
  const measure = async (method: string, work: () => Promise<unknown>) => {
    await takeLongest(node);
    await work();
    pieces.push({ method, milliseconds: await takeLongest(node) });
  };
  const all: readonly (readonly [Transport, DialectName])[] = [
    [http, 'eth'],
    [svm, 'svm'],
  ];
  for (const [transport, dialect] of all) {
    for (const method of await methodsOf(transport)) {
      if (destructive.test(method.name)) continue;
      await measure(method.name, async () => {
        for (let turn = 0; turn < messages; turn++) {
          const message = writeMessage(new Writer(random, observed, 0), { methods: [method], dialect });
          observed.collectFrom(await transport.send(message, true).catch(() => ''));
        }
      });
    }
  }
  const last = ['anvil_rollback', 2] as const;
  await measure(last[0], () => send(http, [last]));
  await measure('anvil_setBalance, 500 in a batch', () =>
    send(
      http,
      Array.from({ length: 500 }, (_, index) => ['anvil_setBalance', addressOf(index), '0x1'] as const),
    ),
  );
  for (const { close } of [http, svm]) close();
  return pieces.sort((left, right) => right.milliseconds - left.milliseconds);
}

async function methodsOf(transport: Transport): Promise<readonly Described[]> {
  const { result } = JSON.parse(await transport.send('{"jsonrpc":"2.0","id":0,"method":"rpc.discover"}', true)) as {
    result: { methods: readonly Described[] };
  };
  return result.methods;
}

/** Blocks, accounts with a balance, and transactions that wait because nobody makes blocks any more. */
async function fill(http: Transport, { blocks, accounts, pool }: PiecesOptions): Promise<void> {
  for (let from = 0; from < accounts; from += perBatch) {
    const transfers = Array.from({ length: Math.min(perBatch, accounts - from) }, (_, offset) =>
      signFrom(0, { nonce: BigInt(from + offset), to: addressOf(from + offset) }),
    );
    await send(
      http,
      transfers.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)] as const),
    );
  }
  for (let made = 0; made < blocks; made += perBatch) await send(http, [['anvil_mine', `0x${perBatch.toString(16)}`]]);
  await send(http, [
    ['evm_setAutomine', false],
    ['evm_setIntervalMining', 0],
  ]);
  for (let from = 0; from < pool / senders.length; from += perBatch) {
    for (const account of senders) {
      const waiting = Array.from({ length: perBatch }, (_, nonce) =>
        signFrom(account, { nonce: BigInt(from + nonce) }),
      );
      await send(
        http,
        waiting.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)] as const),
      );
    }
  }
}

function addressOf(index: number): Address {
  return parseAddress(`0x${(index + 0x1000).toString(16).padStart(40, '0')}`);
}

/** A batch of requests: method, then parameters. */
async function send(http: Transport, requests: readonly (readonly [method: string, ...params: unknown[]])[]) {
  const entries = requests.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  await http.send(JSON.stringify(entries), true);
}

const longestTurn = /longest turn: (\d+) ms/g;

/** What the node has measured since it was last asked. */
async function takeLongest({ process: child, errorOutput }: SpawnedNode): Promise<number> {
  const before = [...errorOutput().matchAll(longestTurn)].length;
  child.kill('SIGUSR2');
  for (;;) {
    const reports = [...errorOutput().matchAll(longestTurn)];
    if (reports.length > before) return Number(reports.at(-1)?.[1]);
    if (child.exitCode !== null) throw new Error(`the node has ended: ${errorOutput().slice(-500)}`);
    await sleep(5);
  }
}
