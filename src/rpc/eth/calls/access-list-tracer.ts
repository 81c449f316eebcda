import type { Step, Tracer } from '../../../kernel/engine.ts';
import type { AccessList } from '../../../kernel/transaction/transaction.ts';
import { type Address, parseAddress } from '../../../primitives/address.ts';
import { type Hash, parseHash } from '../../../primitives/hash.ts';

/** Instructions by where they name what they touch. */
const touchTop = new Set([0x31, 0x3b, 0x3c, 0x3f, 0xff]); // BALANCE, EXTCODESIZE, -COPY, -HASH, SELFDESTRUCT
const touchSecond = new Set([0xf1, 0xf2, 0xf4, 0xfa]); // CALL, CALLCODE, DELEGATECALL, STATICCALL
const touchSlot = new Set([0x54, 0x55]); // SLOAD, SSTORE

/** Collects the accounts and slots that an execution touches. */
export class AccessListTracer implements Tracer {
  readonly #touched = new Map<Address, Set<Hash>>();

  constructor(start: AccessList) {
    for (const { address, storageKeys } of start) this.#touched.set(address, new Set(storageKeys));
  }

  onStep(step: Step): void {
    const { opcode } = step;
    if (touchSlot.has(opcode)) this.#slotsOf(step.address).add(wordAt(step, 1));
    else if (touchTop.has(opcode)) this.#slotsOf(addressAt(step, 1));
    else if (touchSecond.has(opcode)) this.#slotsOf(addressAt(step, 2));
  }

  /** In order of addresses and slots. What is warm anyhow is left out unless slots of it were touched. */
  list(warm: ReadonlySet<Address>): AccessList {
    return [...this.#touched]
      .filter(([address, slots]) => slots.size > 0 || !warm.has(address))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, slots]) => ({ address, storageKeys: [...slots].sort() }));
  }

  #slotsOf(address: Address): Set<Hash> {
    const known = this.#touched.get(address);
    if (known !== undefined) return known;
    const created = new Set<Hash>();
    this.#touched.set(address, created);
    return created;
  }
}

/** Item of the stack, counted from the top. */
function wordAt(step: Step, fromTop: number): Hash {
  return parseHash(`0x${(step.stack().at(-fromTop) ?? 0n).toString(16).padStart(64, '0')}`);
}

function addressAt(step: Step, fromTop: number): Address {
  return parseAddress(`0x${wordAt(step, fromTop).slice(26)}`);
}
