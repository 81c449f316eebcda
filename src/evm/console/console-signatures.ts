import { type AbiField, parseSignature } from '../../primitives/abi/type.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { once } from '../../primitives/once.ts';

/** Types of the overloads `log(a)` to `log(a, b, c, d)` of Hardhat's console.sol: each combination exists. */
const types = ['uint256', 'string', 'bool', 'address'];
const maxArguments = 4;

/** Further functions of console.sol and of Foundry's console2.sol. */
const named = [
  'log()',
  'log(int256)',
  'log(string,int256)',
  'log(bytes)',
  'logInt(int256)',
  'logUint(uint256)',
  'logString(string)',
  'logBool(bool)',
  'logAddress(address)',
  'logBytes(bytes)',
  // functions of console.sol, and the selectors that these call
  ...Array.from({ length: 32 }, (_, index) => `logBytes${index + 1}(bytes${index + 1})`),
  ...Array.from({ length: 32 }, (_, index) => `log(bytes${index + 1})`),
];

/**
 * The parameters of each function of console.log, by selector. Contracts that were compiled with old versions of
 * console.sol call functions whose selectors are those of `uint` and `int`, which are no canonical names.
 */
export const consoleSignatures: () => ReadonlyMap<string, readonly AbiField[]> = once(() => {
  const signatures = new Map<string, readonly AbiField[]>();
  for (const text of [...named, ...overloads()]) {
    const { inputs } = parseSignature(text);
    for (const spelling of [text, text.replaceAll('int256', 'int')]) signatures.set(selector(spelling), inputs);
  }
  return signatures;
});

function selector(text: string): string {
  return keccakHash(Buffer.from(text, 'utf8')).slice(0, 10);
}

function overloads(): string[] {
  const lists = [''];
  // the list grows while it is read
  for (const list of lists)
    for (const type of types)
      if (list.split(',').length < maxArguments || list === '') lists.push(list === '' ? type : `${list},${type}`);
  return lists.slice(1).map((list) => `log(${list})`);
}
