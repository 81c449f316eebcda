import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { moduleAddress } from '../module-address.ts';
import { view } from './call.ts';
import { defineModule } from './define-module.ts';
import { abiFields, bytesField, listField, textField, uint } from './field.ts';

const address = moduleAddress(0x0d99);
const outputs = { size: uint(64, 'bytes') };
const inputs = {
  name: textField('a name'),
  data: bytesField('some data', { maxBytes: 1_000 }),
  names: listField(textField('a name', { maxBytes: 4 }), 'some names', { maxItems: 2 }),
};
const measuring = view('measure', {
  doc: '',
  inputs,
  outputs,
  gas: 500n,
  run: (_, { name, data, names }) => ({ size: BigInt(name.length + data.length + names.join('').length) }),
});
const priced = view('priced', {
  doc: '',
  inputs: { data: bytesField('some data') },
  outputs,
  gas: 500n,
  gasPerByte: 100n,
  run: (_, { data }) => ({ size: BigInt(data.length) }),
});
const demo = defineModule({ name: 'demo', address, doc: '', calls: [measuring, priced] });
const contract = demo.contracts.get(address);
const harness = createModuleHarness([demo]);
const measure = (name: string, size: number, names: readonly string[]) =>
  harness.call(demo, zeroAddress, 'measure', { name, data: new Uint8Array(size), names });
const tooLong = (words: string) => ({ rejection: `demo: bad arguments: ${words}` });

test('an argument may be as long as its field says, and no longer', () => {
  assert.deepEqual(measure('x'.repeat(256), 1_000, ['abcd', 'ef']), { outputs: { size: 1_262n } });
  assert.deepEqual(measure('x'.repeat(257), 0, []), tooLong('name is longer than 256 bytes'));
  assert.deepEqual(measure('😀'.repeat(65), 0, []), tooLong('name is longer than 256 bytes'));
  assert.deepEqual(measure('', 1_001, []), tooLong('data is longer than 1000 bytes'));
  assert.deepEqual(measure('', 0, ['a', 'b', 'c']), tooLong('names has more than 2 items'));
  assert.deepEqual(measure('', 0, ['a', 'abcde']), tooLong('names[1] is longer than 4 bytes'));
});

test('every byte after the heads of the arguments costs gas, used or not', () => {
  const selector = fromHex(measuring.selector);
  const plain = concatBytes(selector, encodeAbi(abiFields(inputs), { name: 'abc', data: emptyBytes, names: [] }));
  const heads = 3 * 32;
  const gas = (input: Uint8Array) => contract?.gas(input);
  assert.equal(gas(plain), 500n + 8n * BigInt(plain.length - 4 - heads));
  assert.equal(gas(concatBytes(plain, new Uint8Array(1_000_000))), (gas(plain) ?? 0n) + 8_000_000n);
  assert.equal(gas(selector), 500n);
  assert.equal(gas(concatBytes(fromHex(priced.selector), new Uint8Array(10))), 1_500n);
});

test('an unknown selector costs gas and reverts with a reason', () => {
  const { block, state } = harness;
  for (const input of [emptyBytes, Uint8Array.of(1, 2, 3), new Uint8Array(100_000)]) {
    assert.equal(contract?.gas(input), 2_000n);
    const result = contract.run({
      ...{ block, state, input, origin: zeroAddress, caller: zeroAddress, self: address },
      ...{ value: 0n, gas: 0n, isStatic: true, depth: 0, isHybrid: false },
      emit: () => assert.fail('nothing to log'),
      beginWork: () => assert.fail('nothing to do'),
      callEvm: () => assert.fail('nothing to call'),
    });
    assert.ok(result.status === 'revert' && result.gasUsed === 0n);
    const { reason } = decodeAbi(parseSignature('Error(string reason)').inputs, result.output.subarray(4));
    assert.equal(reason, 'demo: no such call; see the Solidity interface');
  }
});
