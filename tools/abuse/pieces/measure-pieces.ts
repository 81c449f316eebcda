import { Random } from '#qord/testing/random/random.ts';
import type { SpawnedNode } from '#qord/testing/spawn-node.ts';
import { until } from '#qord/testing/until.ts';
import { ObservedValues } from '../requests/observed-values.ts';
import type { Described, DialectName } from '../requests/schema-rules.ts';
import { httpTransport, type Transport, webSocketTransport } from '../requests/transports.ts';
import { writeMessage } from '../requests/write-message.ts';
import { Writer } from '../requests/writer.ts';
import { changingRequests } from './changing-requests.ts';
import { fillNode, fillPool, type NodeSize, restoreSenders, sendAll } from './fill-node.ts';
import { largestMessages } from './largest-messages.ts';
import { oddMessages } from './odd-messages.ts';
import { readingRequests } from './reading-requests.ts';

/** The longest piece of the main thread while a method was requested, in milliseconds of processor time. */
export type Piece = {
  readonly method: string;
  readonly milliseconds: number;
  /** how much of it collected the heap */
  readonly collectionMs: number;
  /** the beginning of an error response, of what must succeed */
  readonly error?: string | undefined;
};

export type PiecesOptions = NodeSize & {
  readonly seed: number;
  /** measures only what has this in its name */
  readonly only: string;
  /** called with each measurement */
  readonly onPiece: (piece: Piece) => void;
};

/** Milliseconds for one request on a busy machine: turns are measured in processor time, however long they wait. */
const patienceMs = 600_000;
/** Messages for each method. */
const messages = 24;
/** Methods that end what is measured: the chain, the pool or the clock would be another for those that follow. */
const destructive =
  /reset|revert|rollback|reorg|dropAll|drop_all|loadState|setAutomine|setIntervalMining|mine|removeAll|removePool/i;

/**
 * Measures the longest piece of the main thread for each method of all interfaces, by HTTP and WebSocket, with ordinary
 * and with the largest parameters, on a node with so many blocks, accounts and waiting transactions; at last what
 * changes the chain. Needs a node that was started with `turn-times`. Rejects when the node ends, or its filling fails.
 */
export async function measurePieces(node: SpawnedNode, options: PiecesOptions): Promise<void> {
  const { urls } = node;
  const http = httpTransport(urls.http ?? '', patienceMs);
  const long = await fillNode(http, options);
  const measure: Measure = async (method, work, isError = () => false) => {
    if (!method.includes(options.only)) return;
    await takeLongest(node);
    const responses: unknown = await work().catch(String); // of random messages, some are not answered
    const error = [responses].flat().map(String).find(isError);
    options.onPiece({ method, ...(await takeLongest(node)), error: error?.slice(0, 200) });
  };
  const interfaces: readonly (readonly [Transport, DialectName])[] = [
    [http, 'eth'],
    [await webSocketTransport(urls.webSocket ?? '', patienceMs), 'eth'],
    [httpTransport(urls.svm ?? '', patienceMs), 'svm'],
    [await webSocketTransport(urls.svmWebSocket ?? '', patienceMs), 'svm'],
  ];
  const seen = new Set<string>();
  for (const [transport, dialect] of interfaces) await measureMethods(transport, dialect, seen, options, measure);
  for (const { name, text } of oddMessages()) await measure(name, () => http.send(text, true));
  for (const { name, batch } of readingRequests(long)) await measure(name, () => sendAll(http, batch), hasFailed);
  await restoreSenders(http);
  for (const { name, batches } of changingRequests(options)) {
    if (!name.includes(options.only)) continue;
    await restoreSenders(http);
    await fillPool(http, options);
    await measure(
      name,
      async () => {
        const responses = [];
        for (const batch of batches) responses.push(await sendAll(http, batch));
        return responses;
      },
      mayFail.test(name) ? undefined : hasFailed,
    );
  }
  for (const [transport] of interfaces) transport.close();
}

type Measure = (method: string, work: () => Promise<unknown>, isError?: (response: string) => boolean) => Promise<void>;

/** What is rejected is measured, too: a file that is no state. */
const mayFail = /not JSON/;
/** A response that is too long, or a trace that is too large, is no failure. */
const hasFailed = (response: string) => /^Error|"error":\{"code":-32(000|60\d)/.test(response.slice(0, 1_000));

/** Each method that no interface before had: those of WebSocket differ by their subscriptions. */
async function measureMethods(
  transport: Transport,
  dialect: DialectName,
  seen: Set<string>,
  { seed }: PiecesOptions,
  measure: Measure,
): Promise<void> {
  const observed = new ObservedValues();
  const writer = new Writer(new Random(seed), observed, 0);
  for (const method of await methodsOf(transport)) {
    if (seen.has(method.name) || destructive.test(method.name)) continue;
    seen.add(method.name);
    await measure(method.name, async () => {
      for (let turn = 0; turn < messages; turn++) {
        const message = writeMessage(writer, { methods: [method], dialect });
        observed.collectFrom(await transport.send(message, true).catch(() => ''));
      }
    });
    await measure(`${method.name}, largest`, async () => {
      for (const message of largestMessages(writer, method, dialect)) await transport.send(message, true);
    });
  }
}

async function methodsOf(transport: Transport): Promise<readonly Described[]> {
  const { result } = JSON.parse(await transport.send('{"jsonrpc":"2.0","id":0,"method":"rpc.discover"}', true)) as {
    result: { methods: readonly Described[] };
  };
  return result.methods;
}

const longestTurn = /longest turn: (\d+) ms, (\d+) ms of it collections/g;

/** What the node has measured since it was last asked. */
async function takeLongest({
  process: child,
  errorOutput,
}: SpawnedNode): Promise<Pick<Piece, 'milliseconds' | 'collectionMs'>> {
  const before = [...errorOutput().matchAll(longestTurn)].length;
  child.kill('SIGUSR2');
  const find = async () => {
    const reports = [...errorOutput().matchAll(longestTurn)];
    if (reports.length > before) return reports.at(-1);
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the node has ended: ${errorOutput().slice(-500)}`);
    return undefined;
  };
  const [, milliseconds, collectionMs] = await until(find, 'the longest turn');
  return { milliseconds: Number(milliseconds), collectionMs: Number(collectionMs) };
}
