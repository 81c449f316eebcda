/** What a loop of instructions, and the contracts that it calls, are made from: data, so that a case can be kept. */

/**
 * An operand: a constant (hex), a multiple of the loop's counter, one of the called contracts in turn, the gas that is
 * left, or the same word for each.
 */
export type Operand =
  | { readonly constant: string }
  | { readonly times: string }
  | { readonly contract: true }
  | { readonly gasLeft: true };

/** An instruction with its operands, the top of the stack first. */
export type Step = { readonly opcode: string; readonly operands: readonly Operand[] };

/** What the called contracts do; those that use a word take it from their calldata. */
export const calleeKinds = [
  'stop',
  'return',
  'invalid',
  'filled',
  'jumpdests',
  'pushes',
  'next contract',
  'own contract',
  'balance',
  'sload',
  'sstore',
  'tstore',
  'revert',
  'create',
  'selfdestruct',
] as const;

/** What creations run. */
export const initKinds = ['stop', 'jumpdests', 'nested', 'deposit', 'empty'] as const;

export type SearchCase = {
  readonly steps: readonly Step[];
  /** a step before the loop */
  readonly before?: Step;
  /** how often the steps are in the loop, one behind the other: 1 when absent */
  readonly repeats?: number;
  readonly callee: (typeof calleeKinds)[number];
  /** the opcode that fills the called contracts of this kind */
  readonly filling?: string;
  /** bytes of code of each called contract */
  readonly codeSize: number;
  /** whether that is the most, and each has another size, from a sixth on */
  readonly isMixed?: boolean;
  /** how many contracts there are */
  readonly contracts: number;
  readonly init: (typeof initKinds)[number];
  readonly initSize: number;
  /** whether the loop ends by itself before its gas does: otherwise everything is undone at the end */
  readonly isKept: boolean;
  /** how many transactions there are, and whether each begins with the counter of the first */
  readonly transactions: number;
  readonly isRepeated: boolean;
};
