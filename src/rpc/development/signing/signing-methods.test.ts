import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Transaction, verifyMessage, verifyTypedData } from 'ethers';
import { toChecksum } from '../../../primitives/address.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { alice, bob, contracts, createEvmInterface } from '../../../testing/evm-interface.ts';
import { createDevelopmentInterface } from '../../../testing/interfaces/development-interface.ts';
import { until } from '../../../testing/until.ts';

function start(t: TestContext) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  return createDevelopmentInterface(stop.signal);
}

test('messages are signed as wallets sign them', async (t) => {
  const { result, fault } = start(t);
  const bytes = `0x${Buffer.from('größer').toString('hex')}`;
  const signature = String(await result('eth_sign', alice, bytes));
  assert.equal(verifyMessage('größer', signature), toChecksum(alice));
  assert.equal(await result('personal_sign', bytes, alice), signature);
  assert.equal(await result('personal_sign', bytes, alice, 'password'), signature);
  assert.deepEqual(await result('eth_requestAccounts'), await result('eth_accounts'));
  const nobody = `0x${'99'.repeat(20)}`;
  assert.equal(await fault('eth_sign', nobody, bytes), `-32000 unknown account: the node has no key of ${nobody}`);
});

const domain = { name: 'Mail', version: '1', chainId: 9800, verifyingContract: bob };
const types = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'to', type: 'Person[2]' },
    { name: 'contents', type: 'string' },
    { name: 'data', type: 'bytes' },
    { name: 'tag', type: 'bytes4' },
    { name: 'amount', type: 'uint256' },
    { name: 'delta', type: 'int64' },
    { name: 'urgent', type: 'bool' },
  ],
};
const person = { name: 'Zoë', wallets: [alice, bob] };
const message = {
  from: person,
  to: [person, { name: '', wallets: [] }],
  contents: 'Hello',
  data: '0x0102',
  tag: '0xdeadbeef',
  amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  delta: -5,
  urgent: true,
};

test('structured data is signed as EIP-712 says, given as an object or as text', async (t) => {
  const { result } = start(t);
  const data = { types, primaryType: 'Mail', domain, message };
  for (const form of [data, JSON.stringify(data)]) {
    const signature = String(await result('eth_signTypedData_v4', alice, form));
    assert.equal(verifyTypedData(domain, types, message, signature), toChecksum(alice));
    for (const name of ['eth_signTypedData', 'eth_signTypedData_v3']) {
      assert.equal(await result(name, alice, form), signature);
    }
  }
});

test('integers beyond 2^53 in the text of structured data are exact', async (t) => {
  const { result } = start(t);
  const number = 2n ** 255n + 12345678901234567891n;
  const fields = { Order: [{ name: 'amount', type: 'uint256' }] };
  const text = JSON.stringify({ types: fields, primaryType: 'Order', domain, message: { amount: 0 } });
  const signature = String(
    await result('eth_signTypedData_v4', alice, text.replace('"amount":0', `"amount":${number}`)),
  );
  assert.equal(verifyTypedData(domain, fields, { amount: number }, signature), toChecksum(alice));
});

test('structured data that does not match its types', async (t) => {
  const { fault } = start(t);
  const sign = (changes: object) =>
    fault('eth_signTypedData_v4', alice, { types, primaryType: 'Mail', domain, message, ...changes });
  const wrong = '-32602 invalid argument 1: ';
  assert.equal(await sign({ primaryType: 'Letter' }), `${wrong}unknown type Letter`);
  assert.equal(await sign({ message: { ...message, tag: '0x01' } }), `${wrong}tag: bytes4 has 1 bytes`);
  assert.equal(await sign({ message: { ...message, to: [person] } }), `${wrong}to: Person[2] has 1 items`);
  assert.equal(
    await sign({ message: { ...message, delta: '9223372036854775808' } }),
    `${wrong}delta: 9223372036854775808 does not fit int64`,
  );
  assert.equal(await sign({ message: { ...message, from: 1 } }), `${wrong}from: non-object: number`);
  assert.match(await fault('eth_signTypedData_v4', alice, 'no json'), /^-32602 .*neither an object nor/);
});

test('structured data has a limit of types and of their characters: one less, as many and one more', async (t) => {
  const { result, fault } = start(t);
  const own = { Mail: [{ name: 'x', type: 'T0[]' }], EIP712Domain: [] };
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`T${at}`, []]));
  const long = (length: number) => ({ T0: [{ name: 'n'.repeat(length), type: 'T0[]' }] });
  const tooMany = '-32602 invalid argument 1: more than 256 types, or 65536 characters of them';
  const data = (others: object) => ({
    types: { ...own, ...others },
    primaryType: 'Mail',
    domain: {},
    message: { x: [] },
  });
  const ownCharacters = 'Mail'.length + 'xT0[]'.length + 'EIP712Domain'.length + 'T0T0[]'.length;
  for (const fits of [many(253), many(254), long(65_535 - ownCharacters), long(65_536 - ownCharacters)]) {
    const signature = String(await result('eth_signTypedData_v4', alice, data(fits)));
    assert.match(signature, /^0x[0-9a-f]{130}$/);
  }
  for (const over of [many(255), long(65_537 - ownCharacters)]) {
    assert.equal(await fault('eth_signTypedData_v4', alice, data(over)), tooMany);
  }
});

test('many values of one type take one reading of its text', async (t) => {
  const { result } = start(t);
  const others = Array.from({ length: 200 }, (_, at) => [`T${at}`, [{ name: 'n'.repeat(300), type: 'uint8' }]]);
  const all = Array.from({ length: 200 }, (_, at) => ({ name: `f${at}`, type: `T${at}[]` }));
  const fields = {
    Mail: [{ name: 'items', type: 'Item[]' }],
    Item: [{ name: 'others', type: 'All[]' }],
    All: all,
    ...Object.fromEntries(others),
  };
  const items = Array.from({ length: 20_000 }, () => ({ others: [] }));
  const data = { types: fields, primaryType: 'Mail', domain: {}, message: { items } };
  assert.match(String(await result('eth_signTypedData_v4', alice, data)), /^0x[0-9a-f]{130}$/);
  const one = String(await result('eth_signTypedData_v4', alice, { ...data, message: { items: items.slice(0, 1) } }));
  assert.equal(verifyTypedData({}, fields, { items: items.slice(0, 1) }, one), toChecksum(alice));
});

test('structured data has a limit of values, also where some are left out: one less, as many and one more', async (t) => {
  const { result, fault } = start(t);
  const types = {
    Mail: [
      { name: 'flags', type: 'Flags[]' },
      { name: 'rest', type: 'uint8[]' },
    ],
    Flags: Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}`, type: 'bool' })),
    EIP712Domain: [],
  };
  const data = (rest: number) => ({
    types,
    primaryType: 'Mail',
    domain: {},
    message: { flags: Array(199).fill({}), rest: Array(rest).fill(1) },
  });
  const others = 2 + 199 * 1_001; // both lists, the objects and their members
  for (const rest of [199_999 - others, 200_000 - others]) {
    assert.match(String(await result('eth_signTypedData_v4', alice, data(rest))), /^0x[0-9a-f]{130}$/);
  }
  assert.equal(
    await fault('eth_signTypedData_v4', alice, data(200_001 - others)),
    '-32602 invalid argument 1: rest: more than 200000 values',
  );
});

test('others have turns while many values are encoded', async (t) => {
  const { result } = start(t);
  const types = { Mail: [{ name: 'x', type: 'string[]' }], EIP712Domain: [] };
  const signing = result('eth_signTypedData_v4', alice, {
    types,
    primaryType: 'Mail',
    domain: {},
    message: { x: Array(190_000).fill('text') },
  });
  let isDone = false;
  void signing.finally(() => {
    isDone = true;
  });
  let turns = 0;
  await until(() => {
    turns++;
    return isDone;
  }, 'the end');
  assert.ok(turns > 5, `${turns} iterations of the event loop`);
  assert.match(String(await signing), /^0x[0-9a-f]{130}$/);
});

test('a transaction is completed with nonce, gas, fees and type', async (t) => {
  const { result } = start(t);
  const signed = (await result('eth_signTransaction', { from: alice, to: bob, value: '0x1' })) as {
    raw: string;
    tx: Record<string, string>;
  };
  const { raw, tx } = signed;
  const parsed = Transaction.from(raw);
  assert.equal(parsed.from, toChecksum(alice));
  assert.deepEqual([parsed.type, parsed.nonce, parsed.gasLimit, parsed.chainId], [2, 0, 21_000n, 9800n]);
  assert.deepEqual([tx.hash, tx.gas, tx.type], [parsed.hash, '0x5208', '0x2']);
  const gwei = 1_000_000_000n;
  assert.deepEqual([parsed.maxPriorityFeePerGas, parsed.maxFeePerGas], [gwei, 201n * gwei]);
  assert.equal(tx.gasPrice, tx.maxFeePerGas);
  const filled = (await result('eth_fillTransaction', { from: alice, to: bob, value: '0x1' })) as typeof signed;
  const { r, s, v, yParity, hash } = filled.tx;
  assert.deepEqual([r, s, v, yParity, hash], ['0x0', '0x0', '0x0', '0x0', keccakHash(fromHex(filled.raw))]);
  const { gasPrice, ...others } = tx;
  assert.deepEqual({ ...others, r, s, v, yParity, hash }, filled.tx, 'without gasPrice');
  const list = [{ address: contracts.reader, storageKeys: [] }];
  const typeOf = async (request: object) =>
    ((await result('eth_fillTransaction', { from: alice, to: bob, ...request })) as { tx: { type: string } }).tx.type;
  assert.equal(await typeOf({ gasPrice: '0x2e90edd000' }), '0x0');
  assert.equal(await typeOf({ gasPrice: '0x2e90edd000', accessList: list }), '0x1');
  assert.equal(await typeOf({ accessList: list }), '0x2');
  const authorization = {
    chainId: '0x2648',
    address: contracts.reader,
    nonce: '0x0',
    yParity: '0x0',
    r: '0x1',
    s: '0x1',
  };
  assert.equal(await typeOf({ authorizationList: [authorization] }), '0x4');
});

test('what is longer than any transaction of a pool is not encoded: as long, and one byte more', async (t) => {
  const { result, fault } = start(t);
  const keys = Array.from({ length: 100 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`);
  const accessList = [{ address: bob, storageKeys: keys }];
  const authorization = { chainId: '0x1', address: bob, nonce: '0x0', yParity: '0x0', r: '0x5', s: '0x6' };
  const authorizationList = Array(10).fill(authorization);
  for (const [others, length] of [
    [{}, 131_072],
    [{ accessList }, 131_072 - 20 - 3_200],
    [{ authorizationList }, 131_072 - 200],
    [{ accessList, authorizationList }, 131_072 - 20 - 3_200 - 200],
  ] as const) {
    const request = (bytes: number) => ({
      from: alice,
      to: bob,
      gas: '0x5f5e100',
      data: `0x${'01'.repeat(bytes)}`,
      ...others,
    });
    const filled = (await result('eth_fillTransaction', request(length))) as { raw: string };
    assert.ok(filled.raw.length > 2 * 131_072);
    for (const method of ['eth_fillTransaction', 'eth_sendTransaction']) {
      const text = '-32000 oversized data: transaction size 131073, limit 131072';
      assert.equal(await fault(method, request(length + 1)), text);
    }
  }
});

test('waiting transactions of its own accounts', async (t) => {
  const { result } = start(t);
  await result('evm_setAutomine', false);
  const hash = await result('eth_sendTransaction', { from: alice, to: bob });
  assert.deepEqual(await result('eth_pendingTransactions'), [await result('eth_getTransactionByHash', hash)]);
});

test('requests that cannot be completed', async (t) => {
  const { fault } = start(t);
  const fill = (request: object) => fault('eth_fillTransaction', { from: alice, ...request });
  assert.equal(await fill({}), '-32000 contract creation without any data provided');
  assert.match(
    await fill({ to: bob, data: '0x01', input: '0x02' }),
    /^-32000 both "data" and "input" are set and not equal/,
  );
  assert.equal(await fill({ to: bob, chainId: '0x1' }), "-32000 chainId does not match node's (have=1, want=9800)");
  assert.equal(
    await fill({ to: bob, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }),
    '-32000 max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: 2, maxFeePerGas: 1',
  );
  assert.equal(await fill({ to: contracts.reader, data: '0x12' }), '3 execution reverted');
});

test('other networks have none of it', async () => {
  const { result, fault } = createEvmInterface();
  assert.deepEqual(await result('eth_accounts'), []);
  for (const method of [
    'eth_sendTransaction',
    'eth_sign',
    'personal_sign',
    'evm_mine',
    'anvil_setBalance',
    'hardhat_mine',
    'eth_fillTransaction',
  ]) {
    assert.match(await fault(method), /^-32601 /, method);
  }
});
