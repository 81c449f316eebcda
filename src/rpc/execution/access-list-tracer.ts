import { opcodeAt } from '../../evm/instruction-set/opcodes.ts';
import { addressFromTop, wordFromTop } from '../../evm/tracing/step-operands.ts';
import type { Step, Tracer } from '../../kernel/engine.ts';
import type { AccessList } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Collects the accounts and slots that an execution touches. */
export class AccessListTracer implements Tracer {
  readonly #touched = new Map<Address, Set<Hash>>();

  constructor(start: AccessList) {
    for (const { address, storageKeys } of start) this.#touched.set(address, new Set(storageKeys));
  }

  onStep(step: Step): void {
    const touches = opcodeAt(step.opcode)?.touches;
    if (touches?.kind === 'slot') this.#slotsOf(step.address).add(wordFromTop(step, touches.operand));
    else if (touches?.kind === 'account') this.#slotsOf(addressFromTop(step, touches.operand));
  }

  /** In order of addresses and slots. Addresses that are warm anyway are omitted unless slots of them were touched. */
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
