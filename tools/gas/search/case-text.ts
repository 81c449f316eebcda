import type { Operand, SearchCase, Step } from './search-case.ts';

/** One line that says what the loop does. */
export function caseText(searchCase: SearchCase): string {
  const {
    steps,
    before,
    repeats = 1,
    callee,
    filling,
    contracts,
    codeSize,
    isMixed,
    init,
    initSize,
    isKept,
    transactions,
    isRepeated,
  } = searchCase;
  const parts = steps.map(stepText);
  if (before !== undefined) parts.push(`after ${stepText(before)}`);
  if (repeats > 1) parts.push(`${repeats} times`);
  const usesContracts = [...steps, ...(before === undefined ? [] : [before])].some(({ operands }) =>
    operands.some((operand) => 'contract' in operand),
  );
  if (usesContracts)
    parts.push(
      `of ${contracts} × ${isMixed ? 'at most ' : ''}${codeSize} bytes: ${callee}${callee === 'filled' ? ` with ${filling}` : ''}`,
    );
  if (steps.some(({ opcode }) => opcode.startsWith('CREATE'))) parts.push(`init code of ${initSize} bytes: ${init}`);
  if (!isKept) parts.push('undone at the end');
  if (transactions > 1) parts.push(`${transactions} transactions${isRepeated ? ' alike' : ''}`);
  return parts.join(', ');
}

const stepText = ({ opcode, operands }: Step) => `${opcode}(${operands.map(operandText).join(', ')})`;

function operandText(operand: Operand): string {
  if ('constant' in operand) return shortHex(operand.constant);
  if ('times' in operand) return operand.times === '0x1' ? 'i' : `i × ${shortHex(operand.times)}`;
  return 'gasLeft' in operand ? 'all gas' : 'contract i';
}

/** Small numbers in decimal; large ones as powers of two and what is added, where they are that. */
function shortHex(hex: string): string {
  const value = BigInt(hex);
  if (value < 1_000_000n) return String(value);
  const bits = value.toString(2).length - 1;
  const rest = value - 2n ** BigInt(bits);
  if (rest < 1_000n) return rest === 0n ? `2^${bits}` : `(2^${bits} + ${rest})`;
  return value + 1n === 2n ** BigInt(bits + 1) ? `(2^${bits + 1} - 1)` : hex;
}
