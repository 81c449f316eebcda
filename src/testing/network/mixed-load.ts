import { setTimeout as sleep } from 'node:timers/promises';
import { getCreateAddress } from 'ethers';
import { abiFields } from '../../kernel/module-sdk/field.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { createModules } from '../../modules/index.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseAddress } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { accountOf, signFrom } from '../sign-from.ts';
import { until } from '../until.ts';
import type { NetworkNode } from './network.ts';

/** Stores a word and logs, in the code that it creates a contract with. */
const initCode = fromHex('0x6a600160005560006000a0006000526015600b90f3');
const staking = createModules().find(({ name }) => name === 'staking');

/** Makes transactions of all kinds from one development account, in the order of its nonces. */
export class MixedSender {
  readonly #account: number;
  #nonce: bigint;
  #contract: string | undefined;

  constructor(account: number, nonce = 0n) {
    this.#account = account;
    this.#nonce = nonce;
  }

  /** Continues where a node has the account now. */
  static async at(node: NetworkNode, account: number): Promise<MixedSender> {
    return new MixedSender(
      account,
      BigInt(await node.call<string>('eth_getTransactionCount', accountOf(account), 'latest')),
    );
  }

  /** A transfer mostly; else a new contract, a call of it, or a delegation. */
  next(): Transaction {
    const nonce = this.#nonce++;
    const fields = { nonce, cap: 10n ** 13n };
    switch (Number(nonce % 6n)) {
      case 1:
        this.#contract = getCreateAddress({ from: accountOf(this.#account), nonce });
        return signFrom(this.#account, { ...fields, to: undefined, value: 0n, data: initCode, gasLimit: 200_000n });
      case 2:
        return signFrom(this.#account, { ...fields, ...this.#call(), value: 0n, gasLimit: 100_000n });
      case 4:
        return signFrom(this.#account, { ...fields, ...delegation(), value: 0n, gasLimit: 2_000_000n });
      default:
        return signFrom(this.#account, fields);
    }
  }

  #call() {
    return { to: parseAddress((this.#contract ?? accountOf(0)).toLowerCase()) };
  }
}

/** 1 QOR to the first validator. */
function delegation() {
  const call = staking?.calls.find(({ name }) => name === 'delegate');
  if (staking === undefined || call === undefined) throw new Error('there is no staking.delegate');
  const inputs = { validator: accountOf(0), amount: 1_000_000n };
  return { to: staking.address, data: concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), inputs)) };
}

/** Sends a transaction to a node. */
export async function send(node: NetworkNode, { raw }: Transaction): Promise<string> {
  return await node.call<string>('eth_sendRawTransaction', toHex(raw));
}

/**
 * Sends transactions of all kinds from six accounts, which have sent nothing yet, to all nodes in turn, until there are
 * that many blocks more and all are included.
 */
export async function mixBlocks(nodes: readonly NetworkNode[], blocks: number): Promise<void> {
  const [first] = nodes;
  if (first === undefined) throw new RangeError('a network has nodes');
  const senders = Array.from({ length: 6 }, (_, account) => new MixedSender(account));
  const end = (await first.height()) + blocks;
  let sent: readonly string[] = [];
  for (let turn = 0; (await first.height()) < end; turn++) {
    const node = nodes[turn % nodes.length] ?? first;
    sent = await Promise.all(senders.map((sender) => send(node, sender.next())));
    await sleep(50);
  }
  for (const node of nodes)
    for (const hash of sent)
      await until(async () => (await node.call('eth_getTransactionReceipt', hash)) !== null, `the receipt of ${hash}`);
}
