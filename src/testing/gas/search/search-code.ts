import { type Address, parseAddress } from '../../../primitives/address.ts';
import { bigintToFixedBytes } from '../../../primitives/bytes.ts';
import { assemble, type Part } from '../../evm/assemble.ts';
import type { Operand, SearchCase, Step } from './search-case.ts';

const firstContract = 0xc0de_0000n;

/** The account that runs the loop. */
export const loopAddress = parseAddress(`0x${'b1'.repeat(20)}`);

/** Address of a called contract. */
export function contractAddress(index: number): Address {
  return parseAddress(`0x${(firstContract + BigInt(index)).toString(16).padStart(40, '0')}`);
}

/** Where the init code of creations is in memory. */
const initOffset = 64;
/** Gas at which a loop that is kept ends. */
const reserve = 60_000;

/** The code of the loop. Calldata is the counter to begin with. */
export function loopCode(searchCase: SearchCase): Uint8Array {
  const { steps, isKept, initSize } = searchCase;
  const init = steps.some(({ opcode }) => opcode.startsWith('CREATE')) ? initCode(searchCase) : new Uint8Array(0);
  // the length of the head does not depend on where the init code is: offsets are two bytes long
  const build = (dataAt: number): Uint8Array => {
    const head = assemble(init.length, wide(dataAt), initOffset, 'CODECOPY', 0, 'CALLDATALOAD');
    const body = assemble(...steps.flatMap((step) => stepParts(step, searchCase)));
    const end: Part[] = isKept ? [reserve, 'GAS', 'GT', wide(head.length), 'JUMPI'] : [wide(head.length), 'JUMP'];
    return assemble(head, 'JUMPDEST', 1, 'ADD', 'DUP1', 0, 'MSTORE', initMark(init, initSize), body, ...end, 'STOP');
  };
  return Buffer.concat([build(build(0).length), init]);
}

/** Writes the counter to the end of the init code, so that each creation has other code. */
function initMark(init: Uint8Array, size: number): Uint8Array {
  return init.length < 32
    ? new Uint8Array(0)
    : assemble('DUP1', initOffset + Math.min(size, init.length) - 32, 'MSTORE');
}

const wide = (value: number) => Uint8Array.of(0x61, value >> 8, value & 0xff);

/** Opcodes that leave a word, which is dropped. */
const silent = /^(SSTORE|TSTORE|MSTORE8?|MCOPY|CODECOPY|CALLDATACOPY|EXTCODECOPY|LOG\d)$/;

function stepParts({ opcode, operands }: Step, searchCase: SearchCase): Part[] {
  const last = operands.length - 1;
  const pushed = operands.map((_, at) => operandParts(operands[last - at] as Operand, at, searchCase));
  return [...pushed.flat(), opcode, ...(silent.test(opcode) ? [] : ['POP'])];
}

/** Pushes the operand when `depth` words are above the counter. */
function operandParts(operand: Operand, depth: number, { contracts }: SearchCase): Part[] {
  if ('constant' in operand) return [BigInt(operand.constant)];
  if ('gasLeft' in operand) return ['GAS'];
  if ('contract' in operand) return [contracts, `DUP${depth + 2}`, 'MOD', firstContract, 'ADD'];
  return [BigInt(operand.times), `DUP${depth + 2}`, 'MUL'];
}

/** The code of a called contract: different for each. */
export function calleeCode({ callee, codeSize, isMixed, contracts }: SearchCase, index: number): Uint8Array {
  const size = isMixed ? Math.ceil(codeSize * (1 - ((index * 7_919) % 83) / 100)) : codeSize;
  const next = firstContract + BigInt((index + 1) % contracts);
  const code = padded(assemble(...calleeParts(callee, next)), size, callee === 'pushes' ? 0x7f : 0x5b);
  if (code.length >= 40) code.set(bigintToFixedBytes(BigInt(index), 4), code.length - 4);
  return code;
}

function calleeParts(callee: SearchCase['callee'], next: bigint): Part[] {
  const word: Part[] = [0, 'CALLDATALOAD'];
  const forward: Part[] = [...word, 0, 'MSTORE', 0, 0, 32, 0, 0];
  switch (callee) {
    case 'stop':
      return ['STOP'];
    case 'jumpdests':
    case 'pushes':
      return [];
    case 'next contract':
      return [...forward, next, 'GAS', 'CALL', 'POP'];
    case 'own contract':
      return [...forward, 'ADDRESS', 'GAS', 'CALL', 'POP'];
    case 'balance':
      return [...word, 'BALANCE', 'STOP'];
    case 'sload':
      return [...word, 'SLOAD', 'STOP'];
    case 'sstore':
      return [...word, 'DUP1', 'SSTORE', 'STOP'];
    case 'tstore':
      return [...word, 'DUP1', 'TSTORE', 'STOP'];
    case 'revert':
      return [...word, 0, 'SSTORE', 1024, 0, 'REVERT'];
    case 'create':
      return ['CODESIZE', 0, 0, 'CODECOPY', 'CODESIZE', 0, 0, 'CREATE', 'STOP'];
    case 'selfdestruct':
      return [...word, 'SELFDESTRUCT'];
  }
}

function initCode({ init, initSize }: SearchCase): Uint8Array {
  const own: Part[] = ['CODESIZE', 0, 0, 'CODECOPY'];
  if (init === 'empty') return new Uint8Array(0);
  if (init === 'stop') return padded(assemble('STOP'), initSize, 0x5b);
  if (init === 'deposit') return padded(assemble(Math.min(initSize, 24_576), 0, 'RETURN'), initSize, 0x5b);
  if (init === 'nested') return padded(assemble(...own, 'CODESIZE', 0, 0, 'CREATE', 'STOP'), initSize, 0x5b);
  return padded(new Uint8Array(0), initSize, 0x5b);
}

function padded(code: Uint8Array, size: number, filler: number): Uint8Array {
  const all = new Uint8Array(Math.max(size, code.length)).fill(filler);
  all.set(code);
  return all;
}
