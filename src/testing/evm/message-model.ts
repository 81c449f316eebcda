import { createdAddress } from '../../evm/created-address.ts';
import { type Address, parseAddress, zeroAddress } from '../../primitives/address.ts';
import { type Body, contracts, heir, type Op, pokeAt } from './message-programs.ts';

type World = {
  readonly slots: Map<string, bigint>;
  readonly transient: Map<string, bigint>;
  readonly balances: Map<Address, bigint>;
  readonly nonces: Map<Address, bigint>;
  /** the kinds of created contracts */
  readonly kinds: Map<Address, number>;
  readonly created: Set<Address>;
  readonly destroyed: Set<Address>;
  /** wei that left accounts, of frames that did not fail */
  readonly sent: Map<Address, bigint>;
  readonly logs: string[];
  pokes: number;
};

function copyOf(world: World): World {
  return {
    slots: new Map(world.slots),
    transient: new Map(world.transient),
    balances: new Map(world.balances),
    nonces: new Map(world.nonces),
    kinds: new Map(world.kinds),
    created: new Set(world.created),
    destroyed: new Set(world.destroyed),
    sent: new Map(world.sent),
    logs: [...world.logs],
    pokes: world.pokes,
  };
}

/** How the contracts of `message-programs` end, by own arithmetic: each frame works on a copy of the world. */
export class MessageModel {
  #world: World;
  readonly #bodies: readonly (readonly Body[])[];
  /** What left the sender of each message that a module ran, in the order in which they began. */
  sent: bigint[] = [];

  constructor(bodies: readonly (readonly Body[])[], balances: readonly bigint[]) {
    this.#bodies = bodies;
    this.#world = {
      ...{ slots: new Map(), transient: new Map(), kinds: new Map(), created: new Set(), destroyed: new Set() },
      ...{ sent: new Map(), logs: [], pokes: 0 },
      balances: new Map(contracts.map((at, index) => [at, balances[index] ?? 0n])),
      nonces: new Map(contracts.map((at) => [at, 1n])),
    };
  }

  get world(): World {
    return this.#world;
  }

  /** Runs a transaction that calls the first contract. Returns whether it succeeds, and the wei that it burns. */
  transaction(body: number): { readonly succeeds: boolean; readonly burned: bigint } {
    for (const of of ['transient', 'created', 'destroyed', 'sent'] as const) this.#world[of].clear();
    this.#world.logs.length = 0;
    this.sent = [];
    const succeeds = this.#frame(heir, contracts[0], 0n, () => this.#run(contracts[0], contracts[0], body));
    let burned = 0n;
    for (const at of this.#world.destroyed) {
      burned += this.#balance(at);
      for (const of of ['balances', 'nonces', 'kinds'] as const) this.#world[of].delete(at);
      for (const key of [...this.#world.slots.keys()]) if (key.startsWith(at)) this.#world.slots.delete(key);
    }
    return { succeeds, burned };
  }

  #balance(at: Address): bigint {
    return this.#world.balances.get(at) ?? 0n;
  }

  #move(from: Address, to: Address, wei: bigint): void {
    if (wei === 0n || from === to) return;
    this.#world.balances.set(from, this.#balance(from) - wei);
    this.#world.balances.set(to, this.#balance(to) + wei);
    this.#world.sent.set(from, (this.#world.sent.get(from) ?? 0n) + wei);
  }

  /** Undoes what a frame did that fails. */
  #frame(from: Address, to: Address, wei: bigint, run: () => boolean): boolean {
    if (this.#balance(from) < wei) return false;
    const before = copyOf(this.#world);
    this.#move(from, to, wei);
    const succeeds = run();
    if (!succeeds) this.#world = before;
    return succeeds;
  }

  /** Runs a body of a contract, in the account `self`. */
  #run(self: Address, code: Address, body: number): boolean {
    const { ops, end } = this.#bodies[contracts.indexOf(code)]?.[body] ?? { ops: [], end: 'stop' };
    for (const op of ops) this.#step(self, op);
    if (end === 'destroy') this.#destroy(self, heir);
    return end === 'stop' || end === 'destroy';
  }

  #step(self: Address, op: Op): void {
    const { slots, transient, logs } = this.#world;
    const set = (slot: number, value: bigint) => void this.#world.slots.set(`${self} ${slot}`, value);
    const slot = (key: number) => slots.get(`${self} ${key}`) ?? 0n;
    switch (op.op) {
      case 'store': {
        const value = op.from === 'S' ? slot(op.key) : (transient.get(`${self} ${op.key}`) ?? 0n);
        const stored = op.to === 'S' ? slots : transient;
        stored.set(`${self} ${(op.key + op.add) % 3}`, value + BigInt(op.add));
        return;
      }
      case 'log':
        logs.push(`${self} ${slot(op.key)}`);
        return;
      case 'poke':
        if (this.#balance(self) > 0n) this.#move(self, accountIn(slot(op.key)) ?? heir, 1n);
        logs.push(`${pokeAt} ${++this.#world.pokes}`);
        return;
      case 'create': {
        const made = this.#by(op, self, () => this.#create(self, op.kind, BigInt(op.value)));
        if (op.way === 'direct') set(op.slot, BigInt(made ?? 0));
        else set(op.slot - 20, flag(made));
        return;
      }
      default:
        set(op.slot, flag(this.#by(op, self, () => this.#called(self, op))));
    }
  }

  /** Whether the call succeeds. */
  #called(self: Address, op: Extract<Op, { op: 'call' | 'child' }>): boolean {
    const wei = BigInt(op.value);
    if (op.op === 'call') {
      if (op.way === 'delegated') return this.#frame(self, self, 0n, () => this.#run(self, op.to, op.body));
      return this.#frame(self, op.to, wei, () => this.#run(op.to, op.to, op.body));
    }
    const to = accountIn(this.#world.slots.get(`${self} ${op.key}`) ?? 0n);
    // for the relay, the zero address is a creation without initcode
    if (to === undefined && op.way === 'relayed') return this.#createEmpty(self, wei);
    const target = to ?? zeroAddress;
    return this.#frame(self, target, wei, () => this.#runCreated(target));
  }

  /** What a module runs counts what leaves its sender; it raises the nonce of whoever calls, as for an order. */
  #by<R>({ way, value, ...op }: Extract<Op, { way: unknown }>, self: Address, act: () => R): R | undefined {
    if (way !== 'relayed') return act();
    const at = this.sent.push(0n) - 1;
    if (this.#balance(self) < BigInt(value)) return undefined;
    const creates =
      op.op === 'create' || (op.op === 'child' && (this.#world.slots.get(`${self} ${op.key}`) ?? 0n) === 0n);
    if (!creates) this.#raiseNonce(self);
    const before = this.#world.sent.get(self) ?? 0n;
    const result = act();
    this.sent[at] = (this.#world.sent.get(self) ?? 0n) - before;
    return result;
  }

  #raiseNonce(at: Address): bigint {
    const nonce = this.#world.nonces.get(at) ?? 0n;
    this.#world.nonces.set(at, nonce + 1n);
    return nonce;
  }

  #create(from: Address, kind: number, wei: bigint): Address | undefined {
    if (this.#balance(from) < wei) return undefined;
    const at = createdAddress(from, this.#raiseNonce(from));
    const succeeds = this.#frame(from, at, wei, () => {
      this.#begin(at);
      if (kind === 4) this.#destroy(at, heir);
      if (kind > 2) return kind === 4;
      this.#world.transient.set(`${at} 0`, 7n);
      this.#world.slots.set(`${at} 2`, 3n);
      this.#world.kinds.set(at, kind);
      return true;
    });
    return succeeds ? at : undefined;
  }

  #createEmpty(from: Address, wei: bigint): boolean {
    const at = createdAddress(from, this.#raiseNonce(from));
    return this.#frame(from, at, wei, () => {
      this.#begin(at);
      return true;
    });
  }

  #begin(at: Address): void {
    this.#world.created.add(at);
    this.#world.nonces.set(at, 1n);
  }

  #runCreated(at: Address): boolean {
    const kind = this.#world.kinds.get(at);
    const { slots, transient } = this.#world;
    if (kind === 0) this.#destroy(at, heir);
    if (kind === 2) this.#destroy(at, contracts[0]);
    if (kind !== 1) return true;
    slots.set(`${at} 0`, (slots.get(`${at} 0`) ?? 0n) + 1n);
    slots.set(`${at} 1`, transient.get(`${at} 0`) ?? 0n);
    transient.set(`${at} 0`, 5n);
    return true;
  }

  #destroy(at: Address, to: Address): void {
    this.#move(at, to, this.#balance(at));
    if (this.#world.created.has(at)) this.#world.destroyed.add(at);
  }
}

const flag = (result: unknown) => (result === undefined || result === false ? 0n : 1n);

function accountIn(word: bigint): Address | undefined {
  return word === 0n ? undefined : parseAddress(`0x${word.toString(16).padStart(40, '0')}`);
}
