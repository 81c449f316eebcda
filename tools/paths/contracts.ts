import { concatBytes } from '#qord/primitives/bytes.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';

/** Runtime code of contracts that do what transactions do, steered by the words of their call data. */
const runtimes: readonly Uint8Array[] = [
  // logs with the first words as topics
  ...[0, 1, 2, 3, 4].map((count) =>
    assemble(
      ...['CALLDATASIZE', 0, 0, 'CALLDATACOPY'],
      ...Array.from({ length: count }, (_, index) => [32 * index, 'CALLDATALOAD']).flat(),
      ...['CALLDATASIZE', 0, `0xa${count}` as const, 'STOP'],
    ),
  ),
  // stores the second word under the first
  assemble(32, 'CALLDATALOAD', 0, 'CALLDATALOAD', 'SSTORE', 'STOP'),
  // counts in slot 0
  assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 'STOP'),
  // creates a contract from its call data, with the value
  assemble('CALLDATASIZE', 0, 0, 'CALLDATACOPY', 'CALLDATASIZE', 0, 'CALLVALUE', 'CREATE', 0, 'SSTORE', 'STOP'),
  assemble(0, 'CALLDATASIZE', 0, 0, 'CALLDATACOPY', 'CALLDATASIZE', 0, 'CALLVALUE', 'CREATE2', 1, 'SSTORE', 'STOP'),
  // destroys itself in favour of the first word
  assemble(0, 'CALLDATALOAD', 'SELFDESTRUCT'),
  // creates a contract that destroys itself at once
  assemble(fromText('33ff'), 0, 'MSTORE', 2, 30, 'CALLVALUE', 'CREATE', 0, 'SSTORE', 'STOP'),
  // logs, stores and reverts
  assemble(1, 0, 'SSTORE', 0, 0, '0xa0', 0, 0, 'REVERT'),
  // calls the first word with the value and the rest, and logs whether it succeeded
  assemble(
    ...[32, 'CALLDATASIZE', 'SUB', 32, 0, 'CALLDATACOPY', 0, 0, 32, 'CALLDATASIZE', 'SUB', 0, 'CALLVALUE'],
    ...[0, 'CALLDATALOAD', 'GAS', 'CALL', 0, 0, '0xa1', 'STOP'],
  ),
];

/** Creation codes of all of them, and one that fails and one that leaves nothing. */
export const creationCodes: readonly Uint8Array[] = [
  ...runtimes.map((code) =>
    concatBytes(assemble(code.length, 'DUP1', 11, 0, 'CODECOPY', 0, 'RETURN'), padding(code), code),
  ),
  assemble(0, 0, 'REVERT'),
  new Uint8Array(),
];

/** So that the code begins at byte 11. */
function padding(code: Uint8Array): Uint8Array {
  return new Uint8Array(11 - assemble(code.length, 'DUP1', 11, 0, 'CODECOPY', 0, 'RETURN').length);
}

/** A push of bytes at the end of a word. */
function fromText(digits: string): bigint {
  return BigInt(`0x${digits}`);
}
