import assert from 'node:assert/strict';
import { ObservedValues } from '../../abuse/requests/observed-values.ts';
import { awaitsResponse, responseFault } from '../../abuse/requests/response-fault.ts';
import type { Described, DialectName } from '../../abuse/requests/schema-rules.ts';
import { writeMessage } from '../../abuse/requests/write-message.ts';
import { Writer } from '../../abuse/requests/writer.ts';
import { situation } from '../situations.ts';
import { Actor, type ActorParts } from './actor.ts';
import { request } from './http-client.ts';

/** Probability with which each value of a message is replaced: one message in three is valid. */
const replacementRates = [0, 0.03, 0.2] as const;

/** Namespaces whose methods change nothing; those of the SVM interface have no namespace. */
const asked = /^(?:eth|web3|net|txpool|qord?|debug|trace|ots|rpc)[_.]|^[a-zA-Z]+$/;
/** Methods of these that send, and those whose work is done by a part of Node that has its own threads, or reads files. */
const notAsked = /^debug_(?:gcStats|memStats)|^eth_(?:sign|send)|^qord_getProject/;
/** Others, whose names a client may have learned from an answer: the checks do not follow what they change. */
const changing = /"(?:anvil|hardhat|evm|tenderly|personal|miner|admin|dev)_/;

/** Whether readers never ask for a method. */
export const isLeftOut = (name: string): boolean => !asked.test(name) || notAsked.test(name);

/** Levels of arrays and objects in a request. */
const maxDepth = 64;

/** Asks random questions, made from `rpc.discover`, and checks the shape of each answer. */
export class Reader extends Actor {
  readonly #dialect: DialectName;
  readonly #flags: ActorParts['flags'];
  readonly #observed = new ObservedValues();
  #methods: readonly Described[] | undefined;

  constructor(parts: ActorParts, dialect: DialectName) {
    super(parts);
    this.#flags = parts.flags;
    this.#dialect = dialect;
  }

  act(): void {
    const { random, profile } = this.world;
    if (!this.client.canSend) return;
    if (this.#methods === undefined) {
      this.client.discover((methods) => {
        this.#methods = methods.filter(({ name }) => !isLeftOut(name));
      });
      return;
    }
    if (this.#dialect === 'eth' && random.chance(0.04)) this.#askMuchAtOnce();
    if (this.#dialect === 'eth' && random.chance(0.1)) this.#askAtLimit();
    const isLast = profile.clientsAreRude && this.#dialect === 'eth' && this.client.waiting === 0;
    if (isLast && random.chance(0.1)) {
      this.#askLast();
      return;
    }
    const rate = profile.clientsAreRude ? random.pick(replacementRates) : 0;
    const writer = new Writer(random, this.#observed, rate);
    const count = 1 + random.below(4);
    for (let sent = 0; sent < count; sent++)
      this.#ask(writeMessage(writer, { methods: this.#methods, dialect: this.#dialect }));
    if (!profile.clientsAreRude) return;
    if (random.chance(0.05)) this.client.leave();
    if (random.chance(0.05)) this.client.sendNoMore();
    else if (random.chance(0.02)) this.client.dawdle();
  }

  /** Short responses, which are written together and fill the socket, then a long one, and one to many values. */
  #askMuchAtOnce(): void {
    situation('a long response follows many short ones');
    for (let count = 0; count < 24; count++) this.#ask(request('eth_getBlockByNumber', ['0x1', false], 1));
    this.#ask(request('qord_getModules', [], 2));
    this.#ask(request('eth_chainId', Array(1_100).fill(0), 3));
  }

  /** A batch, or a body, exactly as long, or as deep, as it may be, one less, or one more, which alone is refused. */
  #askAtLimit(): void {
    const { random } = this.world;
    const more = random.below(3) - 1;
    const { 'json-rpc.max-batch': requests, 'json-rpc.max-body-size': bytes } = this.#flags();
    const one = request('eth_chainId', [], 1);
    const batch =
      requests &&
      `[${Array(Number(requests) + more)
        .fill(one)
        .join()}]`;
    const body = bytes && one.padEnd(Number(bytes) + more);
    const check = (message: string, refused: RegExp) =>
      this.client.post(message, (answer, refusal) => {
        const said = answer ?? refusal;
        const isOther = said === undefined || /Too many requests|connections/.test(said);
        if (!isOther) assert.equal(refused.test(said), more > 0, `${more} beyond ${refused}: ${said.slice(0, 200)}`);
      });
    if (batch) check(batch, /batch too large/);
    if (body) check(body, /The request body may have/);
    check('['.repeat(maxDepth + more) + ']'.repeat(maxDepth + more), /nested deeper than/);
  }

  /** Who sends nothing more still gets all answers, though a thread is late with the first. */
  #askLast(): void {
    this.client.post(request('debug_traceBlockByNumber', ['latest', { timeout: '5s' }], 4), () => {});
    if (this.world.random.chance(0.5)) this.client.post(request('eth_chainId', [], 5), () => {});
    this.client.sendNoMore();
  }

  #ask(message: string): void {
    if (changing.test(message)) return;
    const isNotification = !awaitsResponse(message);
    this.client.post(message, (answer) => {
      if (answer === undefined) return situation('a request has no answer, its connection is closed');
      if (isNotification && answer === '') return undefined;
      this.#observed.collectFrom(answer);
      const fault = responseFault(message, answer);
      assert.equal(fault, undefined, `${message.slice(0, 500)} was answered ${answer.slice(0, 300)}`);
      return undefined;
    });
  }
}
