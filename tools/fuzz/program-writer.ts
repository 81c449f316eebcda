import { op } from './opcodes.ts';
import { type Item, type Program, pushBytes } from './program.ts';

/** Writes a program item by item and tracks the stack, so that most generated programs are executable. */
export class ProgramWriter {
  readonly #items: Item[] = [];
  readonly #data: Item[] = [];
  #labels = 0;
  /** words on the stack here, on the intended path of execution */
  height = 0;
  /** words at the bottom that must not change: return addresses, loop counters */
  #protected = 0;

  /** Words that may be popped or moved. */
  get freeWords(): number {
    return this.height - this.#protected;
  }

  /** Protects the current words of the stack while `write` runs, and pops what it leaves. */
  withProtectedStack(write: () => void): void {
    const [height, protectedWords] = [this.height, this.#protected];
    this.#protected = height;
    write();
    this.#protected = protectedWords;
    while (this.height > height) this.op(op.pop, 1);
  }

  /** One instruction with the numbers of words that it pops and pushes. */
  op(opcode: number, pops = 0, pushes = 0): void {
    this.#items.push({ kind: 'code', bytes: Uint8Array.of(opcode) });
    this.height += pushes - pops;
  }

  push(word: bigint | number): void {
    this.#items.push({ kind: 'code', bytes: pushBytes(BigInt.asUintN(256, BigInt(word))) });
    this.height++;
  }

  raw(bytes: Uint8Array): void {
    this.#items.push({ kind: 'code', bytes });
  }

  /** A label for a position in the program, which `placeLabel` sets. */
  newLabel(): number {
    return this.#labels++;
  }

  placeLabel(label: number): void {
    this.#items.push({ kind: 'label', id: label, isTarget: true });
  }

  pushLabel(label: number): void {
    this.#items.push({ kind: 'pushLabel', id: label });
    this.height++;
  }

  jump(): void {
    this.op(op.jump, 1);
  }

  jumpIf(): void {
    this.op(op.jumpi, 2);
  }

  /** Appends bytes after the code; returns the label of their position. */
  addData(bytes: Uint8Array): number {
    const label = this.newLabel();
    this.#data.push({ kind: 'label', id: label, isTarget: false }, { kind: 'code', bytes });
    return label;
  }

  finish(): Program {
    return [...this.#items, ...this.#data];
  }
}
