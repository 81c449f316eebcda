import { toHex } from '../../primitives/hex.ts';
import { accountOf, signFrom } from '../sign-from.ts';
import type { SampleSender } from './sample-sender.ts';

/**
 * Leaves transactions in the pool, and automatic mining off: some for the next block, some above a gap in the nonces of
 * their sender, one that offers less than the base fee of the next block.
 */
export async function createPoolSamples({ rpc }: SampleSender): Promise<void> {
  await rpc('evm_setAutomine', false);
  const nonceOf = async (account: number) =>
    BigInt(await rpc<string>('eth_getTransactionCount', accountOf(account), 'latest'));
  const send = (account: number, nonce: bigint, fields: { readonly cap?: bigint; readonly tip?: bigint } = {}) =>
    rpc<string>('eth_sendRawTransaction', toHex(signFrom(account, { nonce, cap: 10n ** 13n, ...fields }).raw));
  for (const account of [6, 7, 8]) {
    const first = await nonceOf(account);
    for (let at = 0n; at < 3n; at++) await send(account, first + at, { tip: BigInt(account) * 10n ** 9n });
  }
  const gap = await nonceOf(9);
  for (const ahead of [2n, 3n, 7n]) await send(9, gap + ahead);
  const cheap = 2n * 10n ** 11n;
  await send(5, await nonceOf(5), { cap: cheap });
  await rpc('hardhat_setNextBlockBaseFeePerGas', `0x${(2n * cheap).toString(16)}`);
}
