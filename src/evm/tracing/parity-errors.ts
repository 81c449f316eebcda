/** Error texts of Parity's `trace_` methods by those of go-ethereum. */
const words: Readonly<Record<string, string>> = {
  'contract creation code storage out of gas': 'Out of gas',
  'out of gas': 'Out of gas',
  'max code size exceeded': 'Out of gas',
  'invalid jump destination': 'Bad jump destination',
  'execution reverted': 'Reverted',
  'return data out of bounds': 'Out of bounds',
  'stack limit reached 1024 (1023)': 'Out of stack',
  'stack underflow': 'Stack underflow',
  'invalid opcode': 'Bad instruction',
  'precompile failure': 'Built-in failed',
};

/** The error text of Parity; unchanged when Parity has none. */
export function parityError(error: string): string {
  const [reason = error] = error.split(/: | \(/); // what follows names the instruction
  return words[error] ?? words[reason] ?? error;
}
