import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '#qord/primitives/address.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { accountOf, signFrom, type TransferFields } from '#qord/testing/sign-from.ts';
import type { AttackContext } from './attack.ts';

/** The account that pays for the attackers; the ordinary client uses another. */
const payer = 1;
const longestWaitMs = 90_000;

/** Transactions of an attacker who pays the required fees. */
type FundedAttacker = {
  /** Signs and sends; returns the hash, undefined when the node rejected it. */
  send(fields: TransferFields): Promise<string | undefined>;
  /** Waits for the receipt, at most 90 s or until the attackers stop. */
  receipt(hash: string | undefined): Promise<Receipt | undefined>;
  /** Creates a contract of this code and returns its address; undefined when that failed. */
  deploy(code: Uint8Array): Promise<Address | undefined>;
};

type Receipt = { readonly contractAddress: Address | null; readonly status: string; readonly gasUsed: string };

/** Transactions of a development account, beginning with its next nonce. */
export async function openFundedAttacker(context: AttackContext, account = payer): Promise<FundedAttacker> {
  const { clients, signal } = context;
  const url = context.urls.http ?? '';
  const counted = await clients.call(url, 'eth_getTransactionCount', accountOf(account), 'pending');
  let nonce = BigInt(String(counted?.result ?? '0x0'));
  const cap = 100n * 10n ** 11n;
  const send: FundedAttacker['send'] = async (fields) => {
    const raw = toHex(signFrom(account, { cap, ...fields, nonce }).raw);
    const response = await clients.call(url, 'eth_sendRawTransaction', raw);
    if (typeof response?.result !== 'string') return undefined;
    nonce++;
    return response.result;
  };
  const receipt: FundedAttacker['receipt'] = async (hash) => {
    if (hash === undefined) return undefined;
    const deadline = performance.now() + longestWaitMs;
    while (performance.now() < deadline && !signal.aborted) {
      const response = await clients.call(url, 'eth_getTransactionReceipt', hash);
      if (response?.result) return response.result as Receipt;
      await sleep(100);
    }
    return undefined;
  };
  const deploy: FundedAttacker['deploy'] = async (code) => {
    const hash = await send({ to: undefined, value: 0n, data: initcodeOf(code), gasLimit: 3_000_000n });
    return (await receipt(hash))?.contractAddress ?? undefined;
  };
  return { send, receipt, deploy };
}

/** Initcode that deploys this code (at most 64 kB). */
function initcodeOf(code: Uint8Array): Uint8Array {
  const size = fromHex(`0x61${code.length.toString(16).padStart(4, '0')}`);
  const copy = assemble(size, 'DUP1', 12, 0, 'CODECOPY', 0, 'RETURN');
  return assemble(copy, fromHex(`0x${'5b'.repeat(12 - copy.length)}`), code);
}

/** The gas of a whole block, which one transaction may use alone. */
export const maxTransactionGas = 100_000_000n;
