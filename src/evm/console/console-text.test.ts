import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Abi, encodeFunctionData, parseAbi } from 'viem';
import { fromHex } from '../../primitives/hex.ts';
import { consoleSignatures } from './console-signatures.ts';
import { consoleText } from './console-text.ts';

function printed(signature: string, ...args: unknown[]): string {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
  return consoleText(fromHex(encodeFunctionData({ abi, args })));
}

test('every overload of console.log is known, with the selectors of old versions, too', () => {
  // 340 combinations, 74 further functions; and those with integers by the names without their size
  const selectors = [...consoleSignatures().keys()];
  assert.equal(new Set(selectors).size, selectors.length);
  assert.equal(selectors.length, 638);
  const arguments_ = (selector: string) =>
    consoleSignatures()
      .get(selector)
      ?.map(({ type }) => type.kind);
  assert.deepEqual(arguments_('0xf82c50f1'), ['uint']); // log(uint256)
  assert.deepEqual(arguments_('0xf5b1bba9'), ['uint']); // log(uint)
  assert.deepEqual(arguments_('0x9710a9d0'), ['string', 'uint']); // log(string,uint)
  assert.deepEqual(arguments_('0xb60e72cc'), ['string', 'uint']); // log(string,uint256)
  assert.deepEqual(arguments_('0x4e0c1d1d'), ['int']); // logInt(int)
  assert.deepEqual(arguments_('0x6525b5f5'), ['int']); // logInt(int256)
  assert.deepEqual(arguments_('0x3ca6268e'), ['string', 'int']); // log(string,int256)
});

test('texts are those of Hardhat: util.format with all digits of integers', () => {
  const huge = 2n ** 256n - 1n;
  const address = '0x00000000000000000000000000000000000000ab';
  assert.equal(printed('log(string)', 'plain 100 %%'), 'plain 100 %%');
  assert.equal(printed('log()'), '');
  assert.equal(printed('log(uint256)', huge), String(huge));
  assert.equal(printed('log(int256)', -5n), '-5');
  assert.equal(printed('log(string,uint256)', 'value: %d', huge), `value: ${huge}`);
  assert.equal(printed('log(string,uint256)', 'value', 7n), 'value 7');
  assert.equal(printed('log(string,uint256,bool,string)', '%s%% %s %s', 1n, true, 'x'), '1% true x');
  assert.equal(printed('log(string,string)', '%o', 'x'), "'x'");
  assert.equal(printed('log(string,string)', '%%d %d', '9'), '%d 9');
  assert.equal(printed('log(bool,address)', false, address), `false ${address}`);
  assert.equal(printed('log(uint256,string)', 1n, 'one'), '1 one');
  assert.equal(printed('logBytes(bytes)', '0x0102'), '0x0102');
  assert.equal(printed('log(bytes4)', '0x01020304'), '0x01020304');
  assert.equal(printed('logBytes4(bytes4)', '0x01020304'), '0x01020304');
  assert.equal(printed('log(string,string,string,string)', 'a', 'b', 'c', 'd'), 'a b c d');
});

test('what is no call of console.sol is shown as hex', () => {
  for (const data of ['0x', '0x01', '0x12345678aa', '0x41304fac', `0x41304fac${'ff'.repeat(32)}`])
    assert.equal(consoleText(fromHex(data)), data);
});
