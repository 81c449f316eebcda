import * as z from 'zod';
import { pqcSignatureGas } from '../evm/transaction/gas-cost.ts';
import { maxPqcSignatureBytes, signTransaction } from '../kernel/transaction/codec.ts';
import { signHybridTransaction } from '../kernel/transaction/hybrid.ts';
import type { DynamicFeeTransaction, Transaction } from '../kernel/transaction/transaction.ts';
import { type Address, toChecksum } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { addressOfPrivateKey } from '../primitives/crypto/secp256k1.ts';
import { toHex } from '../primitives/hex.ts';
import { elapsedMs, sleep } from '../primitives/machine.ts';
import { quantity } from '../primitives/quantity.ts';
import { durationSetting } from '../primitives/settings.ts';
import { formatQor } from '../primitives/units.ts';
import { blockSchema, type Receipt, receiptSchema } from './chain-shapes.ts';
import { type NodeClient, openClient, quantitySchema } from './client.ts';
import type { CommandInput, CommandResult } from './command.ts';
import { CliError } from './exit-codes.ts';
import { type PqcKeySigner, pqcSignerOf } from './keys/pqc-signer.ts';
import { receiptLines } from './receipt-text.ts';

/** The transaction to send; amounts in wei. */
type TransactionRequest = {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly privateKey: Uint8Array;
};

/** wei */
type Transfer = { readonly to: Address; readonly amount: bigint; readonly privateKey: Uint8Array };

/** wei per gas on top of the base fee; enough to be preferred to a transaction without a tip */
const tip = 10n ** 9n;

/** Sends QOR, and waits for the receipt. */
export async function sendTransfer(input: CommandInput, { to, amount, privateKey }: Transfer): Promise<CommandResult> {
  const from = toChecksum(addressOfPrivateKey(privateKey));
  const headline = `sent      ${formatQor(amount)} QOR from ${from} to ${toChecksum(to)}`;
  return sendTransaction(input, { to, value: amount, data: emptyBytes, privateKey }, headline);
}

/** Signs a transaction, submits it and waits for its receipt; `headline` describes it. */
export async function sendTransaction(
  input: CommandInput,
  sending: TransactionRequest,
  headline: string,
): Promise<CommandResult> {
  const timeoutMs = timeoutOf(input);
  const client = openClient(input);
  const pqc = await pqcSignerOf(input);
  const { hash, raw, sender } = await signWith(client, sending, gasLimitOf(input), pqc);
  await client.call('eth_sendRawTransaction', [toHex(raw)], z.string());
  const found = timeoutMs === 0 ? undefined : await waitForReceipt(client, hash, timeoutMs);
  const sent = { hash, from: sender, to: sending.to, amount: sending.value };
  const head = [headline, `hash      ${hash}`];
  if (found === undefined) return { json: sent, text: head.join('\n') };
  const json = {
    ...sent,
    status: Number(found.receipt.status),
    block: Number(found.receipt.blockNumber),
    receipt: found.raw,
  };
  const exit = found.receipt.status === 1n ? 'success' : 'failure';
  return { json, text: [...head, ...receiptLines(found.receipt)].join('\n'), exit };
}

async function signWith(
  client: NodeClient,
  { to, value, data, privateKey }: TransactionRequest,
  gasGiven: bigint | undefined,
  pqc: PqcKeySigner | undefined,
): Promise<Transaction> {
  const from = addressOfPrivateKey(privateKey);
  const chainId = await client.call('eth_chainId', [], quantitySchema);
  const nonce = await client.call('eth_getTransactionCount', [from, 'pending'], quantitySchema);
  const { baseFeePerGas } = await client.call('eth_getBlockByNumber', ['latest', false], blockSchema);
  const request = { from, to, value: quantity(value), data: toHex(data) };
  const pqcGas = pqc === undefined ? 0n : BigInt(pqcSignatureGas(maxPqcSignatureBytes));
  const gasLimit = gasGiven ?? (await client.call('eth_estimateGas', [request], quantitySchema)) + pqcGas;
  const fees = { maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip };
  const call = { chainId, nonce, gasLimit, to, value, data, accessList: [] };
  const tx: DynamicFeeTransaction = { type: 2, ...call, ...fees };
  if (pqc === undefined) return signTransaction(tx, privateKey);
  const algorithmId = await algorithmOf(client, from, pqc);
  return signHybridTransaction(tx, privateKey, { algorithmId, sign: pqc.sign });
}

const keyStatusSchema = z.object({ algorithm_id: z.int().optional(), public_key: z.string().optional() });

/** The algorithm of the account's registered key. Throws a CliError unless the signing key is the registered one. */
async function algorithmOf(client: NodeClient, account: Address, { name, publicKey }: PqcKeySigner): Promise<number> {
  const status = await client.call('qor_getPQCKeyStatus', [account], keyStatusSchema);
  if (status.algorithm_id !== undefined && status.public_key === Buffer.from(publicKey).toString('base64')) {
    return status.algorithm_id;
  }
  const hint =
    status.public_key === undefined
      ? `register it with qord tx pqc register-key 1 $(qord keys pqc show ${name}) 0x hybrid`
      : 'another key is registered';
  throw new CliError('key', `${name} is not the registered post-quantum key of ${toChecksum(account)}: ${hint}`);
}

const pollMs = 100;

async function waitForReceipt(
  client: NodeClient,
  hash: string,
  timeoutMs: number,
): Promise<{ raw: unknown; receipt: Receipt }> {
  const deadline = elapsedMs() + timeoutMs;
  for (;;) {
    const raw = await client.call('eth_getTransactionReceipt', [hash], z.unknown());
    if (raw !== null) return { raw, receipt: receiptSchema.parse(raw) };
    if (elapsedMs() > deadline) break;
    await sleep(pollMs);
  }
  throw new CliError(
    'failure',
    `${hash} was accepted but is not in a block after ${timeoutMs / 1000} s; check again with qord query tx ${hash}`,
  );
}

function timeoutOf({ options: { timeout = '60s' } }: CommandInput): number {
  const result = durationSetting.safeParse(timeout);
  if (result.success) return result.data;
  throw new CliError('usage', `--timeout must be a duration such as 500ms, 5s or 2m, not ${timeout}`);
}

function gasLimitOf({ options }: CommandInput): bigint | undefined {
  const gas = options['gas-limit'];
  if (gas === undefined || /^\d{1,15}$/.test(gas)) return gas === undefined ? undefined : BigInt(gas);
  throw new CliError('usage', `--gas-limit must be a whole number, not ${gas}`);
}
