import { op } from './opcodes.ts';
import { type Item, type Program, pushBytes } from './program.ts';

/** Writes a program item by item and keeps count of the stack, so that most of what is generated is executable. */
export class ProgramWriter {
  readonly #items: Item[] = [];
  readonly #data: Item[] = [];
  #labels = 0;
  /** words on the stack at this place, on the way the writer thinks of */
  height = 0;
  /** words at the bottom that must stay as they are: return addresses, loop counters */
  #guarded = 0;

  /** Words that may be taken or moved. */
  get freeWords(): number {
    return this.height - this.#guarded;
  }

  /** Lets `write` do what it wants, above the words there are, and drops what it leaves. */
  withProtectedStack(write: () => void): void {
    const [height, guarded] = [this.height, this.#guarded];
    this.#guarded = height;
    write();
    this.#guarded = guarded;
    while (this.height > height) this.op(op.pop, 1);
  }

  /** One instruction that takes and gives as many words as said. */
  op(opcode: number, takes = 0, gives = 0): void {
    this.#items.push({ kind: 'code', bytes: Uint8Array.of(opcode) });
    this.height += gives - takes;
  }

  push(word: bigint | number): void {
    this.#items.push({ kind: 'code', bytes: pushBytes(BigInt.asUintN(256, BigInt(word))) });
    this.height++;
  }

  raw(bytes: Uint8Array): void {
    this.#items.push({ kind: 'code', bytes });
  }

  /** A label to jump to later, or now when placed. */
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

  /** Bytes behind the code; answers the label of their place. */
  addData(bytes: Uint8Array): number {
    const label = this.newLabel();
    this.#data.push({ kind: 'label', id: label, isTarget: false }, { kind: 'code', bytes });
    return label;
  }

  finish(): Program {
    return [...this.#items, ...this.#data];
  }
}
