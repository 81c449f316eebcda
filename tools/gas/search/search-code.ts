import { opcodeNamed } from '#qord/evm/instruction-set/opcodes.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { bigintToFixedBytes } from '#qord/primitives/bytes.ts';
import { assemble, type Part } from '#qord/testing/evm/assemble.ts';
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
const reserveGas = 60_000;

/** The code of the loop. Calldata is the counter to begin with. */
export function loopCode(searchCase: SearchCase): Uint8Array {
  const { steps, before, isKept, initSize, repeats = 1 } = searchCase;
  const init = steps.some(({ opcode }) => opcode.startsWith('CREATE')) ? initCode(searchCase) : new Uint8Array(0);
  // the length of the head does not depend on where the init code is: offsets are two bytes long
  const build = (dataAt: number): Uint8Array => {
    const first = before === undefined ? [] : stepParts(before, searchCase);
    const head = assemble(init.length, wide(dataAt), initOffset, 'CODECOPY', 0, 'CALLDATALOAD', ...first);
    const once = assemble(...steps.flatMap((step) => stepParts(step, searchCase)));
    const body = Buffer.concat(Array.from({ length: repeats }, () => once));
    const end: Part[] = isKept ? [reserveGas, 'GAS', 'GT', wide(head.length), 'JUMPI'] : [wide(head.length), 'JUMP'];
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

/** Pushes the operands, executes the opcode and drops what it leaves. */
function stepParts({ opcode, operands }: Step, searchCase: SearchCase): Part[] {
  const last = operands.length - 1;
  const pushed = operands.map((_, at) => operandParts(operands[last - at] as Operand, at, searchCase));
  return [...pushed.flat(), ...opcodeParts(opcode)];
}

/** The opcode, and as many POPs as it leaves words. A jump goes to what follows it. */
function opcodeParts(opcode: string): Part[] {
  const toNext: Part[] = ['PC', 5, 'ADD'];
  if (opcode === 'JUMP') return [...toNext, 'JUMP', 'JUMPDEST'];
  if (opcode === 'JUMPI') return [...toNext, 'JUMPI', 'JUMPDEST'];
  const immediate = new Uint8Array(Number(/^PUSH(\d+)$/.exec(opcode)?.[1] ?? 0)).fill(0xfe);
  return [opcode, immediate, ...Array.from({ length: opcodeNamed(opcode)?.outputs ?? 0 }, () => 'POP')];
}

/** Pushes the operand when `depth` words are above the counter. */
function operandParts(operand: Operand, depth: number, { contracts }: SearchCase): Part[] {
  if ('constant' in operand) return [BigInt(operand.constant)];
  if ('gasLeft' in operand) return ['GAS'];
  if ('contract' in operand) return [contracts, `DUP${depth + 2}`, 'MOD', firstContract, 'ADD'];
  return [BigInt(operand.times), `DUP${depth + 2}`, 'MUL'];
}

/** The code of a called contract: different for each. */
export function calleeCode(searchCase: SearchCase, index: number): Uint8Array {
  const { callee, codeSize, isMixed, contracts, filling = 'STOP' } = searchCase;
  const size = isMixed ? Math.ceil(codeSize * (1 - ((index * 7_919) % 83) / 100)) : codeSize;
  const next = firstContract + BigInt((index + 1) % contracts);
  if (callee === 'filled') return filledCode(filling, size, index);
  const code = padded(assemble(...calleeParts(callee, next)), size, callee === 'pushes' ? 0x7f : 0x5b);
  if (code.length >= 40) code.set(bigintToFixedBytes(BigInt(index), 4), code.length - 4);
  return code;
}

/** The opcode again and again, with operands that are zero; at the end the index, so that each code is another. */
function filledCode(filling: string, size: number, index: number): Uint8Array {
  const zeros = new Array<Part>(fillingInputs(filling)).fill(0);
  const once = assemble(...zeros, ...opcodeParts(filling));
  const code = new Uint8Array(Math.max(size, once.length + 4));
  for (let at = 0; at + once.length <= code.length - 4; at += once.length) code.set(once, at);
  code.set(bigintToFixedBytes(BigInt(index), 4), code.length - 4);
  return code;
}

/** A jump has its destination already. */
function fillingInputs(opcode: string): number {
  if (opcode === 'JUMP' || opcode === 'JUMPI') return opcode === 'JUMP' ? 0 : 1;
  return opcodeNamed(opcode)?.inputs ?? 0;
}

function calleeParts(callee: Exclude<SearchCase['callee'], 'filled'>, next: bigint): Part[] {
  const word: Part[] = [0, 'CALLDATALOAD'];
  const forward: Part[] = [...word, 0, 'MSTORE', 0, 0, 32, 0, 0];
  switch (callee) {
    case 'stop':
      return ['STOP'];
    case 'return':
      return [24_576, 0, 'RETURN'];
    case 'invalid':
      return ['INVALID'];
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
