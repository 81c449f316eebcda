import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import type { Transport } from '../requests/transports.ts';

/** How large the node is made before it is measured. */
export type NodeSize = { readonly blocks: number; readonly accounts: number; readonly pool: number };

/** A method with its parameters. */
export type Request = readonly [method: string, ...params: unknown[]];

/** Development accounts whose transactions wait; the first one pays for what is in blocks. */
const waitingSenders = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const perBatch = 500;
/** Code that emits empty logs until its gas is used up. */
const emptyLogs = assemble('JUMPDEST', 0, 0, 'LOG0', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

/** Heights of the longest blocks, as hexadecimal numbers. */
export type LongBlocks = { readonly ofLogs: string; readonly ofTransfers: string };

/** Makes accounts with a balance, a block full of logs, empty blocks, a block full of transfers, and a full pool. */
export async function fillNode(http: Transport, size: NodeSize): Promise<LongBlocks> {
  const ofLogs = await fillChain(http, size);
  await sendAll(http, [
    ['evm_setAutomine', false],
    ['evm_setIntervalMining', 0],
  ]);
  await fillPool(http, size);
  await sendAll(http, [['evm_mine']]);
  const ofTransfers = await heightOf(http);
  await fillPool(http, size);
  return { ofLogs, ofTransfers };
}

/** Returns the height of the block of logs. */
async function fillChain(http: Transport, { blocks, accounts }: NodeSize): Promise<string> {
  let nonce = 0n;
  for (let from = 0; from < accounts; from += perBatch) {
    const transfers = Array.from({ length: Math.min(perBatch, accounts - from) }, (_, offset) =>
      signFrom(0, { nonce: nonce++, to: addressOf(from + offset) }),
    );
    await sendAll(
      http,
      transfers.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)]),
    );
  }
  const logs = signFrom(0, { nonce: nonce++, to: undefined, value: 0n, data: emptyLogs, gasLimit: 90_000_000n });
  await sendAll(http, [['eth_sendRawTransaction', toHex(logs.raw)], ['evm_mine']]);
  const ofLogs = await heightOf(http);
  for (let made = 0; made < blocks; made += perBatch) await sendAll(http, [['anvil_mine', quantity(perBatch)]]);
  return ofLogs;
}

/** The height of the newest block with transactions. */
async function heightOf(http: Transport): Promise<string> {
  for (let height = await numberOf(http, ['eth_blockNumber']); ; height--) {
    const count = await numberOf(http, ['eth_getBlockTransactionCountByNumber', quantity(height)]);
    if (count > 0 || height === 0) return quantity(height);
  }
}

/** The number that a request returns. */
async function numberOf(http: Transport, request: Request): Promise<number> {
  const { result = '0x0' } = JSON.parse(await sendAll(http, [request])) as { result?: string };
  return Number(result);
}

/** Adds transactions of all senders until so many wait. */
export async function fillPool(http: Transport, { pool }: NodeSize): Promise<void> {
  const each = Math.ceil(pool / waitingSenders.length);
  for (const account of waitingSenders) {
    const address = accountOf(account);
    const first = await numberOf(http, ['eth_getTransactionCount', address, 'latest']);
    const next = await numberOf(http, ['eth_getTransactionCount', address, 'pending']);
    for (let from = next; from < first + each; from += perBatch) {
      const count = Math.min(perBatch, first + each - from);
      const waiting = Array.from({ length: count }, (_, index) => signFrom(account, { nonce: BigInt(from + index) }));
      await sendAll(
        http,
        waiting.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)]),
      );
    }
  }
}

/** Gives all senders coins and no code, whatever random requests have set. */
export async function restoreSenders(http: Transport): Promise<void> {
  for (const account of [0, ...waitingSenders]) {
    const address = accountOf(account);
    await sendAll(http, [
      ['anvil_setCode', address, '0x'],
      ['anvil_setBalance', address, `0x${'f'.repeat(24)}`],
    ]);
  }
}

/** One of the accounts with a balance. */
export function addressOf(index: number): Address {
  return parseAddress(`0x${(index + 0x1000).toString(16).padStart(40, '0')}`);
}

/** A hexadecimal number. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Sends one request, or several as a batch, and returns the text of the response. */
export function sendAll(http: Transport, requests: readonly Request[]): Promise<string> {
  const messages = requests.map(asMessage);
  return http.send(JSON.stringify(messages.length === 1 ? messages[0] : messages), true);
}

/** A request as JSON-RPC has it. */
function asMessage([method, ...params]: Request, id = 0) {
  return { jsonrpc: '2.0', id, method, params };
}
