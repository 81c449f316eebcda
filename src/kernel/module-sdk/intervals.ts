import type { BlockEnvironment } from '../engine.ts';

/** Whether an interval of so many blocks, counted from height 0, ends with the block. */
export function endsInterval({ number }: BlockEnvironment, blocks: number): boolean {
  return Number(number) % blocks === 0;
}
