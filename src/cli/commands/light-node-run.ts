import * as z from 'zod';
import type { AnyCall } from '../../kernel/module-sdk/define-module.ts';
import { abiFields } from '../../kernel/module-sdk/field.ts';
import { moduleCall, moduleMessage } from '../../kernel/module-sdk/module-message.ts';
import { createModules } from '../../modules/index.ts';
import { answerTo } from '../../modules/lightnode/question.ts';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { type Address, toChecksum } from '../../primitives/address.ts';
import { addressOfPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { sleep } from '../../primitives/machine.ts';
import { type NodeClient, openClient } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { accountOf } from '../input.ts';
import { privateKeyOf } from '../keys/signing-key.ts';
import { HeaderChain } from '../light-node/header-chain.ts';
import { sendTransaction } from '../send-transaction.ts';
import { stopSignal } from '../stop-signal.ts';

/** Milliseconds between two looks at the node. */
const intervalMs = 1_000;

/** Follows the headers of a node and answers the question of each epoch, until it is stopped, or once. */
export async function run(input: CommandInput): Promise<CommandResult | undefined> {
  const privateKey = await privateKeyOf(input);
  const operator =
    input.options.operator === undefined ? addressOfPrivateKey(privateKey) : accountOf(input.options.operator);
  const node = new LightNode(input, operator, privateKey);
  if (input.switches.has('once')) return node.answerOnce();
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  await node.answerAll(stop.signal);
  return undefined;
}

class LightNode {
  readonly #input: CommandInput;
  readonly #client: NodeClient;
  readonly #headers: HeaderChain;
  readonly #operator: Address;
  readonly #privateKey: Uint8Array;
  readonly #module = lightnodeModule();

  constructor(input: CommandInput, operator: Address, privateKey: Uint8Array) {
    this.#input = input;
    this.#client = openClient(input);
    this.#headers = new HeaderChain(this.#client);
    this.#operator = operator;
    this.#privateKey = privateKey;
  }

  async answerOnce(): Promise<CommandResult> {
    await this.#assertRegistered();
    await this.#headers.follow();
    const answered = await this.#answer();
    if (answered !== undefined) return answered;
    throw new CliError('failure', 'no question is open, or it is answered already; run it again in the next epoch');
  }

  async answerAll(signal: AbortSignal): Promise<void> {
    await this.#assertRegistered();
    const { terminal } = this.#input;
    terminal.print(`light node of ${toChecksum(this.#operator)} follows ${this.#client.url}; Ctrl-C stops it\n`);
    for (let last = ''; !signal.aborted; ) {
      const line = await this.#step();
      if (line !== undefined && line !== last) terminal.print(`${line}\n`);
      last = line ?? '';
      await sleep(intervalMs, signal);
    }
  }

  /** What there is to say: an answer, or why there is none although a question is open. */
  async #step(): Promise<string | undefined> {
    try {
      await this.#headers.follow();
      const answered = await this.#answer();
      return answered !== undefined && 'text' in answered ? answered.text : undefined;
    } catch (error) {
      if (error instanceof CliError) return error.message; // the node may be back in a moment
      throw error;
    }
  }

  /** Answers the open question; undefined when there is none that this operator has not answered. */
  async #answer(): Promise<CommandResult | undefined> {
    const { epoch, seed, heights, answerUntil } = questionSchema.parse(await this.#view('question', {}));
    if (answerUntil <= BigInt(this.#headers.head)) return undefined;
    const { answered } = operatorSchema.parse(await this.#view('operatorOf', { operator: this.#operator }));
    if (answered === epoch) return undefined;
    const wanted = heights.map(Number);
    if (wanted.some((height) => this.#headers.hashAt(height) === undefined)) return undefined; // the next look has them
    const answer = answerTo(
      { seed, heights: wanted },
      this.#operator,
      (height) => this.#headers.hashAt(height) ?? seed,
    );
    const { to, data } = moduleMessage(this.#module, 'answer', { operator: this.#operator, epoch, answer });
    const headline = `answered  epoch ${epoch}`;
    return sendTransaction(this.#input, { to, value: 0n, data, privateKey: this.#privateKey }, headline);
  }

  async #assertRegistered(): Promise<void> {
    const { key } = operatorSchema.parse(await this.#view('operatorOf', { operator: this.#operator }));
    const own = addressOfPrivateKey(this.#privateKey);
    if (own === key || (own === this.#operator && BigInt(key) !== 0n)) return;
    const account = toChecksum(own);
    throw new CliError(
      'key',
      `${account} does not answer for ${toChecksum(this.#operator)}: register it with qord tx lightnode register ${account} --from <operator>`,
    );
  }

  async #view(name: string, values: AbiRecord): Promise<unknown> {
    const { to, data } = moduleMessage(this.#module, name, values);
    const output = await this.#client.call('eth_call', [{ to, data: toHex(data) }, 'latest'], z.string());
    const view: AnyCall = moduleCall(this.#module, name);
    return decodeAbi(abiFields(view.outputs), fromHex(output));
  }
}

const questionSchema = z.object({
  epoch: z.bigint(),
  seed: z.instanceof(Uint8Array),
  heights: z.array(z.bigint()),
  answerUntil: z.bigint(),
});

const operatorSchema = z.object({ key: z.string(), answered: z.bigint() });

function lightnodeModule() {
  const found = createModules().find(({ name }) => name === 'lightnode');
  if (found === undefined) throw new RangeError('there is no module of light nodes');
  return found;
}
