import * as z from 'zod';
import { opcodes } from '../evm/instruction-set/opcodes.ts';

/** The slowest loop that was found for an opcode. */
export const measuredOpcode = z.strictObject({
  /** what the loop does */
  loop: z.string(),
  /** million gas a second of CPU time */
  rate: z.number().min(0),
  /** ms of CPU time between two questions whether to stop, at most */
  slice: z.number().min(0),
});

/** The section of docs/gas.md that says for each opcode what the goal rests on. */
export function opcodesText(measured: Readonly<Record<string, z.output<typeof measuredOpcode>>>): readonly string[] {
  const rows = opcodes.map(({ name, gas }) => {
    const { rate, slice, loop } = measured[name] ?? {};
    return `| ${name} | ${gas} | ${rate ?? 'not measured'} | ${slice ?? ''} | ${loop ?? ''} |`;
  });
  return [
    '## Opcodes\n',
    'What the goal rests on, for each opcode: the slowest of the loops that `npm run gas -- --search` tries with it. Each operand is at each of its bounds and what an attacker would choose (slots and addresses with one difference in a row, as they share buckets of a table without a secret; offsets and lengths around words, codes and the end of memory; extremes of words), cold, and warm after three transactions alike; a call has all amounts of gas from none to all, and goes into one contract or 160 to 1,024 of the longest code that end at once, load, store, create, revert, or call each other; contracts of nothing but the opcode are decoded when they run. Each loop runs with 4 million gas in an engine that has loaded nothing of it and written to none of its memory, once V8 has collected what was before, and its other instructions count. `i` is the number of the round. A slice is the longest time between two questions whether to stop, in ms of CPU time. The gas is the static one.\n',
    '| opcode | gas | worst Mgas/s | longest slice | loop |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}
