import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toBase58 } from '../../primitives/address.ts';
import { toSignature } from '../../svm/signature.ts';
import { contracts, deployContracts } from '../../testing/interfaces/svm-contracts.ts';
import { alice, bob, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

const numbers = [0, 1, 2, -1, 1.5, 1e300, 2 ** 53];
const words = ['', 'processed', 'json', 'jsonParsed', 'base58', 'base64', 'x'.repeat(5_000), 'é€\u0000', '__proto__'];
const optionNames = [
  'commitment',
  'encoding',
  'limit',
  'before',
  'until',
  'minContextSlot',
  'filters',
  'dataSlice',
  'mint',
];

test('whatever a client sends, the response is a known error or a result', async (t) => {
  const { call, mine, send } = await openSvmInterface(t, (state) => {
    state.mint(alice, 10n ** 24n);
    deployContracts(state);
  });
  const tx = signed({ nonce: 0n, to: contracts.logger, data: Uint8Array.of(1) });
  mine([tx]);
  const { methods } = (await call('rpc.discover')) as { methods: { name: string }[] };
  const names = methods.map(({ name }) => name);
  assert.ok(names.length >= 50, `${names.length} methods`);
  const known = [toBase58(alice), toBase58(bob), toSignature(tx.hash), 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'];
  const scalar = fc.constantFrom<unknown>(...known, ...numbers, ...words, null, true);
  const options = fc.dictionary(fc.constantFrom(...optionNames), fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })));
  const param = fc.oneof({ weight: 3, arbitrary: scalar }, options, fc.array(scalar, { maxLength: 3 }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(param, { maxLength: 4 }), async (method, params) => {
      const text = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const { error } = JSON.parse(text) as { error?: { code: number; message: string } };
      if (error === undefined) return;
      assert.notEqual(error.code, -32603, `${method} ${JSON.stringify(params)}`);
      assert.ok(error.message.length < 1_000, 'an error does not grow with the request');
    }),
    { numRuns: 1_500 },
  );
});
