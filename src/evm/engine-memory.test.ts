import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../primitives/hex.ts';
import { assemble, returnTop, returnTopGas, returnWords } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness } from '../testing/evm/harness.ts';

const harness = createEvmHarness();

/** Price of a memory of so many words (yellow paper, appendix H). */
const memoryCost = (words: bigint) => 3n * words + (words * words) / 512n;

test('memory costs 3 a word and grows with the square', () => {
  for (const words of [1n, 2n, 22n, 23n, 724n, 5000n, 20_000n]) {
    const result = harness.runCode(assemble(1, 32n * (words - 1n), 'MSTORE', 'STOP'), { gas: 10_000_000n });
    assert.equal(result.gasUsed, 6n + 3n + memoryCost(words));
  }
});

test('MSIZE returns the memory in whole words, reads included', () => {
  assert.equal(harness.runCode(assemble('MSIZE', ...returnTop)).word, 0n);
  assert.equal(harness.runCode(assemble(100, 'MLOAD', 'POP', 'MSIZE', ...returnTop)).word, 160n);
  assert.equal(harness.runCode(assemble(1, 255, 'MSTORE8', 'MSIZE', ...returnTop)).word, 256n);
});

test('MSTORE, MSTORE8 and MLOAD at any alignment', () => {
  const value = 0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20n;
  for (let offset = 0; offset < 34; offset++) {
    const code = assemble(value, offset, 'MSTORE', 0xabcd, offset, 'MSTORE8', offset, 'MLOAD', offset + 1, 'MLOAD');
    const result = harness.runCode(assemble(code, ...returnWords(2)));
    const stored = (value & ((1n << 248n) - 1n)) | (0xcdn << 248n);
    assert.deepEqual(result.words, [stored, (stored << 8n) & ((1n << 256n) - 1n)]);
  }
});

test('an offset beyond any memory runs out of gas, whatever its upper limbs', () => {
  for (const offset of [1n << 32n, 1n << 63n, 1n << 64n, 1n << 128n, (1n << 256n) - 1n]) {
    for (const name of ['MLOAD', 'MSTORE', 'MSTORE8', 'KECCAK256', 'RETURN', 'REVERT', 'LOG0']) {
      assert.equal(harness.runCode(assemble(1, offset, name)).halt, 'out of gas', name);
    }
  }
});

test('an empty range costs nothing, wherever it is', () => {
  const far = (1n << 256n) - 1n;
  for (const name of ['KECCAK256', 'RETURN', 'LOG0']) {
    assert.equal(harness.runCode(assemble(0, far, name)).status, 'success', name);
  }
  for (const name of ['CALLDATACOPY', 'CODECOPY', 'MCOPY']) {
    assert.equal(harness.runCode(assemble(0, far, far, name)).gasUsed, 9n + 3n, name);
  }
});

test('CALLDATALOAD reads zeros beyond the end', () => {
  const data = Uint8Array.from({ length: 40 }, (_, i) => i + 1);
  for (const offset of [0n, 1n, 8n, 9n, 39n, 40n, 1n << 64n]) {
    const expected = new Uint8Array(32);
    if (offset < 40n) expected.set(data.subarray(Number(offset), Number(offset) + 32));
    const result = harness.runCode(assemble(offset, 'CALLDATALOAD', ...returnTop), { data });
    assert.equal(toHex(result.output), toHex(expected));
  }
});

test('CALLDATACOPY and CODECOPY cost 3 a word and pad with zeros', () => {
  const data = Uint8Array.of(1, 2, 3);
  const copied = harness.runCode(assemble(64, 1, 0, 'CALLDATACOPY', 64, 0, 'RETURN'), { data });
  assert.equal(toHex(copied.output), `0x0203${'00'.repeat(62)}`);
  assert.equal(copied.gasUsed, 9n + 3n + 2n * 3n + memoryCost(2n) + 6n);
  const code = assemble(64, 0, 0, 'CODECOPY', 64, 0, 'RETURN');
  assert.equal(toHex(harness.runCode(code).output), `${toHex(code)}${'00'.repeat(64 - code.length)}`);
});

test('EXTCODECOPY, EXTCODESIZE and EXTCODEHASH look at any account, cold once', () => {
  const other = address(0x07e5);
  harness.put(other, { code: Uint8Array.of(1, 2, 3, 4), nonce: 1n });
  const copied = harness.runCode(assemble(4, 1, 0, BigInt(other), 'EXTCODECOPY', 4, 0, 'RETURN'));
  assert.equal(toHex(copied.output), '0x02030400');
  assert.equal(copied.gasUsed, 12n + 2600n + 3n + memoryCost(1n) + 6n);
  const size = harness.runCode(assemble(BigInt(other), 'EXTCODESIZE', BigInt(other), 'EXTCODEHASH', ...returnWords(2)));
  assert.deepEqual(size.words, [4n, BigInt(harness.state.account(other)?.codeHash ?? 0)]);
  assert.equal(size.gasUsed, 3n + 2600n + 3n + 100n + 4n * 3n + memoryCost(2n) + 6n);
  assert.equal(harness.runCode(assemble(0xdead, 'EXTCODEHASH', ...returnTop)).word, 0n);
});

test('MCOPY moves overlapping ranges and costs 3 a word (EIP-5656)', () => {
  const value = 0x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fn;
  const result = harness.runCode(assemble(value, 32, 'MSTORE', 32, 32, 31, 'MCOPY', 64, 0, 'RETURN'));
  assert.equal(toHex(result.output.subarray(31, 63)), `0x${value.toString(16).padStart(64, '0')}`);
  assert.equal(result.gasUsed, 6n + 3n + memoryCost(2n) + 9n + 3n + 3n + 6n);
});

test('RETURNDATACOPY beyond the end halts (EIP-211)', () => {
  const callee = address(0xca11);
  harness.put(callee, { code: assemble(0xff, ...returnTop) });
  const call = assemble(0, 0, 0, 0, BigInt(callee), 'GAS', 'STATICCALL', 'POP');
  assert.equal(harness.runCode(assemble(call, 32, 0, 0, 'RETURNDATACOPY', 32, 0, 'RETURN')).word, 0xffn);
  for (const [length, from] of [
    [33n, 0n],
    [0n, 33n],
    [1n, 32n],
    [1n, (1n << 256n) - 1n],
  ] as const) {
    assert.equal(harness.runCode(assemble(call, length, from, 0, 'RETURNDATACOPY')).halt, 'return data out of bounds');
  }
  assert.equal(harness.runCode(assemble(call, 'RETURNDATASIZE', ...returnTop)).word, 32n);
});

test('jumps: only to a JUMPDEST that is no immediate byte', () => {
  assert.equal(harness.runCode(assemble(4, 'JUMP', 'INVALID', 'JUMPDEST', 7, ...returnTop)).word, 7n);
  assert.equal(harness.runCode(assemble(4, 'JUMP', '0x605b', 'STOP')).halt, 'invalid jump destination');
  assert.equal(harness.runCode(assemble(1n << 64n, 'JUMP')).halt, 'invalid jump destination');
  assert.equal(harness.runCode(assemble(1, 1n << 32n, 'JUMPI')).halt, 'invalid jump destination');
  assert.equal(harness.runCode(assemble(0, 1n << 32n, 'JUMPI')).gasUsed, 6n + 10n);
  // destination from calldata: not known when the code is decoded
  const dynamic = assemble(0, 'CALLDATALOAD', 'JUMP', 'JUMPDEST', 9, ...returnTop);
  const data = new Uint8Array(32);
  data[31] = 4;
  assert.equal(harness.runCode(dynamic, { data }).word, 9n);
  data[31] = 3;
  assert.equal(harness.runCode(dynamic, { data }).halt, 'invalid jump destination');
  data[0] = 1;
  assert.equal(harness.runCode(dynamic, { data }).halt, 'invalid jump destination');
});

test('PC, GAS and the queries of the environment', () => {
  assert.deepEqual(harness.runCode(assemble('PC', 'PC', ...returnWords(2))).words, [0n, 1n]);
  assert.equal(harness.runCode(assemble('GAS', ...returnTop), { gas: 5000n }).word, 4998n);
  const { block } = harness;
  const queries: [string, bigint][] = [
    ['COINBASE', BigInt(block.coinbase)],
    ['TIMESTAMP', block.timestamp],
    ['NUMBER', block.number],
    ['PREVRANDAO', BigInt(block.prevRandao)],
    ['GASLIMIT', block.gasLimit],
    ['CHAINID', block.chainId],
    ['BASEFEE', block.baseFee],
    ['BLOBBASEFEE', block.blobBaseFee],
    ['GASPRICE', 77n],
    ['ORIGIN', 0xabcn],
    ['ADDRESS', BigInt(contract)],
  ];
  const message = { gasPrice: 77n, origin: address(0xabc) };
  for (const [name, expected] of queries) {
    const result = harness.runCode(assemble(name, ...returnTop), message);
    assert.equal(result.word, expected, name);
    assert.equal(result.gasUsed, 2n + returnTopGas, name);
  }
});

test('BLOCKHASH reads the block, BLOBHASH the transaction', () => {
  const hash = `0x${'ab'.repeat(32)}` as typeof harness.block.prevRandao;
  const block = {
    ...harness.block,
    blockHash: (number: bigint) => (number === 999n ? hash : harness.block.prevRandao),
  };
  harness.put(contract, { code: assemble(999, 'BLOCKHASH', 1n << 200n, 'BLOCKHASH', ...returnWords(2)) });
  assert.deepEqual(harness.run({}, {}, block).words, [BigInt(hash), 0n]);
  const blobs = harness.runCode(assemble(0, 'BLOBHASH', 1, 'BLOBHASH', ...returnWords(2)), { blobHashes: [hash] });
  assert.deepEqual(blobs.words, [BigInt(hash), 0n]);
});

test('the stack holds 1,024 words', () => {
  const push = (count: number) => assemble(...Array.from({ length: count }, () => 'PUSH0'));
  assert.equal(harness.runCode(push(1024)).status, 'success');
  assert.equal(harness.runCode(push(1025)).halt, 'stack overflow');
  assert.equal(harness.runCode(assemble(push(5000))).halt, 'stack overflow');
  assert.equal(harness.runCode(assemble('PUSH0', 'POP', 'POP')).halt, 'stack underflow');
  const loop = assemble('JUMPDEST', 'PUSH0', 0, 'JUMP');
  assert.equal(harness.runCode(loop, { gas: 10_000_000n }).halt, 'stack overflow');
});
