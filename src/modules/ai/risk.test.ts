import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { assemble, type Part } from '../../testing/evm/assemble.ts';
import { compileSolidity } from '../../testing/solidity.ts';
import { assessCall, assessCreation, riskLevel } from './risk.ts';

const safe = 0;
const low = 1;
const medium = 2;
const high = 3;
const account = `0x73${'1234567890'.repeat(4)}`; // PUSH20
const masked = `0x73${'ff'.repeat(20)}`;
const selector = (digits: string) => `0x63${digits}`;

/** Creation code that copies the contract behind it, as compilers make it. */
function creationOf(...parts: readonly Part[]): Uint8Array {
  const runtime = assemble(...parts);
  return concatBytes(assemble(runtime.length, 'DUP1', '0x600c', 0, 'CODECOPY', 0, 'RETURN', 'INVALID'), runtime);
}
const levelOf = (code: Uint8Array) => riskLevel(assessCreation(code).score);
const flagsOf = (code: Uint8Array) => assessCreation(code).flags;

/** `if (msg.sender == owner) selfdestruct(owner)` */
const guardedEnd: readonly Part[] = ['CALLER', account, 'EQ', 15, 'JUMPI', 'STOP', 'JUMPDEST', account, 'SELFDESTRUCT'];
const delegateToInput: readonly Part[] = [0, 0, 0, 0, 0, 'CALLDATALOAD', 'GAS', 'DELEGATECALL'];

const malicious: readonly (readonly [name: string, code: Uint8Array, atLeast: number, flag: string])[] = [
  [
    'runs any code and destroys itself',
    creationOf(...delegateToInput, 'CALLER', 'SELFDESTRUCT'),
    high,
    'delegates_and_destroys',
  ],
  ['the same, guarded', creationOf(...delegateToInput, ...guardedEnd), high, 'delegates_and_destroys'],
  ['ends for whoever calls', creationOf('CALLER', 'SELFDESTRUCT'), high, 'destroyed_by_anyone'],
  ['ends while it is created', assemble('CALLER', 'SELFDESTRUCT'), high, 'destroyed_by_anyone'],
  [
    'sweeps what victims approved',
    creationOf(selector('23b872dd'), 'ORIGIN', account, 'EQ', account, 'POP', 0, 0, 'RETURN'),
    medium,
    'moves_tokens_to_fixed_account',
  ],
  ['is owned by the origin', creationOf('ORIGIN', account, 'EQ', 20, 'JUMPI', 'STOP'), medium, 'trusts_origin'],
  [
    'runs any code with CALLCODE',
    creationOf(0, 0, 0, 0, 0, 0, 'CALLDATALOAD', 'GAS', 'CALLCODE'),
    medium,
    'calls_code',
  ],
  [
    'makes contracts that replace each other',
    creationOf(0, 0, 0, 0, 'CREATE2', 'POP', ...delegateToInput, 'CALLER', 'SELFDESTRUCT'),
    high,
    'replaceable',
  ],
  [
    'approves everything it holds',
    creationOf(selector('095ea7b3'), `0x7f${'ff'.repeat(32)}`, 'POP', 'POP', ...delegateToInput),
    medium,
    'approves_everything',
  ],
  ['is packed', concatBytes(assemble(1, 2), fromHex(`0x${'5b0d'.repeat(40)}`)), low, 'hides_code'],
];

test('known malicious code scores by what it can do', () => {
  for (const [name, code, atLeast, flag] of malicious) {
    assert.ok(levelOf(code) >= atLeast, `${name}: ${JSON.stringify(assessCreation(code))}`);
    assert.ok(flagsOf(code).includes(flag), `${name}: ${flagsOf(code).join(', ')}`);
  }
});

const token = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Token {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  address public owner = msg.sender;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function approve(address spender, uint256 value) external returns (bool) { allowance[msg.sender][spender] = value; return true; }
  function transfer(address to, uint256 value) external returns (bool) { return move(msg.sender, to, value); }
  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
    return move(from, to, value);
  }
  function mint(address to, uint256 value) external { require(msg.sender == owner, "owner"); balanceOf[to] += value; }
  function move(address from, address to, uint256 value) private returns (bool) {
    balanceOf[from] -= value; balanceOf[to] += value; emit Transfer(from, to, value); return true;
  }
}`;
const vault = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Vault {
  address immutable owner = msg.sender;
  receive() external payable {}
  function withdraw(address payable to, uint256 value) external {
    require(msg.sender == owner, "owner");
    (bool sent, ) = to.call{value: value}("");
    require(sent, "sent");
  }
}`;

test('known good code is safe, a guarded end and a fixed proxy are low, a changeable proxy is not safe', () => {
  for (const [name, source] of [
    ['Token', token],
    ['Vault', vault],
  ] as const) {
    const { bytecode } = compileSolidity(name, source);
    assert.equal(levelOf(fromHex(bytecode)), safe, `${name}: ${flagsOf(fromHex(bytecode)).join(', ')}`);
  }
  const minimalProxy = fromHex(
    `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${'12345678'.repeat(5)}5af43d82803e903d91602b57fd5bf3`,
  );
  assert.deepEqual([levelOf(minimalProxy), flagsOf(minimalProxy)], [safe, []], 'EIP-1167');
  assert.deepEqual(
    [levelOf(creationOf(...guardedEnd)), flagsOf(creationOf(...guardedEnd))],
    [low, ['destroys_itself']],
  );
  const fromStorage = creationOf(0, 0, 0, 0, 0, 'SLOAD', 'GAS', 'DELEGATECALL');
  assert.deepEqual([levelOf(fromStorage), flagsOf(fromStorage)], [low, ['delegates_to_variable']]);
});

test('data is not code: constants, metadata and what cannot be reached', () => {
  assert.equal(levelOf(creationOf(`0x7f${'ff'.repeat(32)}`, 'POP', 'STOP', '0xfff4ff')), safe);
  assert.equal(levelOf(concatBytes(creationOf(masked, 'POP', 'STOP'), fromHex('0xa264697066735bff0007'))), safe);
});

test('an allowance without an end is seen in both calls that give one', () => {
  const data = (digits: string, amount: bigint) =>
    fromHex(`0x${digits}${'00'.repeat(32)}${amount.toString(16).padStart(64, '0')}`);
  for (const digits of ['095ea7b3', '39509351']) {
    for (const amount of [2n ** 256n - 1n, 2n ** 255n - 1n, 2n ** 128n])
      assert.deepEqual(assessCall(data(digits, amount)).flags, ['unlimited_approval'], `${digits} ${amount}`);
    assert.deepEqual(assessCall(data(digits, 2n ** 128n - 1n)).flags, []);
  }
});
