import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../evm/engine.ts';
import type { NativeContract } from '../../kernel/engine.ts';
import type { Module } from '../../kernel/module.ts';
import { treasury } from '../../kernel/module-account.ts';
import { createNatives } from '../../kernel/natives.ts';
import { parseAddress, toBase58, toBech32 } from '../../primitives/address.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { exportedDocument } from '../../testing/modules/exported-genesis.ts';
import { accountOf } from '../../testing/sign-from.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { openChain } from '../open-chain.ts';
import { devGenesis } from './dev-genesis.ts';
import { genesisHash } from './execute-genesis.ts';
import { formatGenesis } from './format-genesis.ts';
import { type GenesisDocument, GenesisDocumentError, parseGenesis } from './parse-genesis.ts';

const contract = parseAddress('0x00000000000000000000000000000000000000c1');
const slot = `0x${'00'.repeat(31)}07`;

/** A module with one record: a number that genesis can set. */
const counter: Module = {
  name: 'counter',
  address: parseAddress('0x0000000000000000000000000000000000000d99'),
  initGenesis: ({ state }, section) => {
    const start = typeof section === 'object' && section !== null && 'start' in section ? Number(section.start) : 1;
    state.setEntry(counter.address, '0x01', Uint8Array.of(start));
  },
  exportGenesis: (state) => ({ start: state.entry(counter.address, '0x01')?.[0] }),
};
const plainPrecompile: NativeContract = { name: 'echo', stateful: false, gas: () => 0n, run: () => undefined };
const natives = createNatives(new Map([[parseAddress(`0x${'09'.padStart(40, '0')}`), plainPrecompile]]));
const context: ExecutionContext = { engine: createEngine(), natives, modules: [counter] };

function documentWith(changes: Record<string, unknown>): GenesisDocument {
  return parseGenesis(JSON.stringify({ network: 'testnet', chainId: 9800, timestamp: 5, alloc: {}, ...changes }));
}

function open(document: GenesisDocument) {
  const store = createMemoryStore();
  const { reader } = openChain(store, context, document);
  const state = reader.states.at(0);
  assert.ok(state);
  return { store, reader, state };
}

test('the development genesis is deterministic', () => {
  const { reader, state } = open(devGenesis());
  assert.equal(reader.head().hash, genesisHash(devGenesis(), context));
  assert.equal(state.account(accountOf(9))?.balance, 10_000_000n * weiPerQor);
  assert.equal(state.account(treasury)?.balance, 4_400_000_000n * weiPerQor);
  const create2Deployer = parseAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c');
  // of the code at that address on every EVM chain
  const codeHash = '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989';
  assert.equal(state.account(create2Deployer)?.codeHash, codeHash);
  assert.deepEqual(reader.identity, {
    network: 'dev',
    chainId: 9800n,
    genesisHeight: 0,
    genesisHash: reader.head().hash,
  });
  const { number, baseFee, gasLimit, timestamp } = reader.head();
  assert.deepEqual(
    { number, baseFee, gasLimit, timestamp },
    {
      number: 0,
      baseFee: 100_000_000_000n,
      gasLimit: 100_000_000n,
      timestamp: 1_767_225_600,
    },
  );
});

test('a document is unchanged after formatting and parsing', () => {
  const document = documentWith({
    extraData: '0x1234',
    parameters: { gasLimit: '30000000' },
    alloc: {
      [accountOf(0)]: { balance: '123456789012345678901234567890', nonce: '7' },
      [contract]: { code: '0x6001', storage: { [slot]: '0x2a', '0x01': '0x00' } },
    },
    modules: { counter: { start: 5 } },
  });
  assert.deepEqual(parseGenesis(formatGenesis(document)), document);
  assert.equal(document.parameters.gasLimit, 30_000_000n);
  assert.equal(document.parameters.baseFeeFloor, 100_000_000_000n);
});

test('accounts may be in any of their formats', () => {
  const [one, two, three] = [accountOf(0), accountOf(1), accountOf(2)];
  const alloc = { [one]: { balance: '1' }, [toBech32(two)]: { balance: '2' }, [toBase58(three)]: { balance: '3' } };
  const { state } = open(documentWith({ alloc }));
  assert.deepEqual(
    [one, two, three].map((address) => state.account(address)?.balance),
    [1n, 2n, 3n],
  );
});

test('genesis writes code and slots, native code at modules only, and the sections', () => {
  const alloc = {
    [contract]: { code: '0x6001', storage: { [slot]: `0x${'00'.repeat(31)}2a` } },
    [counter.address]: { balance: '9' },
  };
  const { state } = open(documentWith({ alloc, modules: { counter: { start: 5 } } }));
  const account = state.account(contract);
  assert.equal(toHex(state.code(account?.codeHash ?? reject())), '0x6001');
  assert.deepEqual(state.entry(contract, `0x${slot.slice(2)}`), Uint8Array.of(0x2a));
  const native = state.account(counter.address);
  assert.equal(native?.balance, 9n);
  assert.equal(toHex(state.code(native?.codeHash ?? reject())), '0xfe');
  assert.deepEqual(state.entry(counter.address, '0x01'), Uint8Array.of(5));
  assert.equal(state.account(natives.addresses[0] ?? contract), undefined);
});

function reject(): never {
  throw new Error('the account is missing');
}

test('the hash commits to everything in the document', () => {
  const base = { alloc: { [accountOf(0)]: { balance: '1' } } };
  const variants = [
    base,
    { ...base, network: 'dev' },
    { ...base, network: 'mainnet', chainId: 9801 },
    { ...base, timestamp: 6 },
    { ...base, extraData: '0x01' },
    { ...base, parameters: { gasLimit: '50000000' } },
    { ...base, parameters: { maxTransactionGas: '5000000' } },
    { ...base, network: 'dev', parameters: { maxTransactionGas: '50000000' } },
    { ...base, parameters: { baseFeeFloor: '1' } },
    { ...base, parameters: { maxBlockBytes: 100_000 } },
    { ...base, modules: { counter: { start: 2 } } },
    { alloc: { [accountOf(0)]: { balance: '2' } } },
    { alloc: { [accountOf(0)]: { balance: '1', nonce: '1' } } },
  ];
  const hashes = variants.map((changes) => genesisHash(documentWith(changes), context));
  assert.equal(new Set(hashes).size, variants.length);
});

test('a network limits the gas of a transaction (EIP-7825), a development network that of a block only', () => {
  const capOf = (changes: Record<string, unknown>) => documentWith(changes).parameters.maxTransactionGas;
  assert.equal(capOf({}), 2n ** 24n);
  assert.equal(capOf({ network: 'mainnet', chainId: 9801 }), 2n ** 24n);
  assert.equal(capOf({ network: 'dev' }), undefined);
  assert.equal(capOf({ network: 'dev', parameters: { maxTransactionGas: '16777216' } }), 2n ** 24n);
  assert.equal(capOf({ parameters: { maxTransactionGas: '10000000' } }), 10_000_000n);
});

test('a chain begins before the year 10000, and is exported for ages after it', () => {
  const latest = 253_402_300_799;
  const parsed = (timestamp: number, initialHeight: number) =>
    parseGenesis(JSON.stringify({ network: 'testnet', chainId: 9800, timestamp, initialHeight, alloc: {} })).timestamp;
  assert.equal(parsed(latest, 1), latest);
  assert.throws(() => parsed(latest + 1, 1), /^GenesisDocumentError: timestamp: a chain begins by the end of the year/);
  assert.equal(parsed(latest + 1, 2), latest + 1);
  assert.equal(parsed(2 ** 40, 2), 2 ** 40);
  assert.throws(() => parsed(2 ** 40 + 1, 2), /^GenesisDocumentError: timestamp: /);
});

test('limits of gas have a least and a most', () => {
  const isValid = (parameters: object, network = 'dev') => {
    try {
      return documentWith({ network, parameters }) !== undefined;
    } catch (error) {
      assert.ok(error instanceof GenesisDocumentError);
      return false;
    }
  };
  assert.ok(isValid({ gasLimit: '21000' }) && !isValid({ gasLimit: '20999' }));
  assert.ok(isValid({ gasLimit: '100000000' }) && !isValid({ gasLimit: '100000001' }));
  assert.ok(isValid({ gasLimit: '1000000000' }, 'testnet') && !isValid({ gasLimit: '1000000001' }, 'testnet'));
  assert.ok(isValid({ gasLimit: '1000000000', maxTransactionGas: '100000000' }));
  assert.ok(!isValid({ gasLimit: '1000000000', maxTransactionGas: '100000001' }));
  assert.ok(
    isValid({ maxTransactionGas: '16777216' }, 'testnet') && !isValid({ maxTransactionGas: '16777217' }, 'testnet'),
  );
  assert.ok(isValid({ maxTransactionGas: '21000' }) && !isValid({ maxTransactionGas: '20999' }));
});

test('code of a network has at most 24,576 bytes (EIP-170)', () => {
  const withCode = (bytes: number, network: string) =>
    documentWith({ network, alloc: { [accountOf(0)]: { code: `0x${'5b'.repeat(bytes)}` } } });
  assert.ok(withCode(24_576, 'testnet'));
  assert.ok(withCode(24_577, 'dev'));
  assert.throws(() => withCode(24_577, 'testnet'), /^GenesisDocumentError: alloc: .*24576 bytes/);
});

test('an invalid document is rejected with the path of the error', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['{', /not JSON/],
    [
      JSON.stringify({ network: 'testnet', chainId: 9801, timestamp: 1, alloc: {} }),
      /^chainId: must be .*9800 for testnet/,
    ],
    [JSON.stringify({ network: 'testnet', chainId: 9800, timestamp: 1, alloc: {}, extra: 1 }), /extra/],
    [JSON.stringify({ network: 'testnet', chainId: 9800, timestamp: 1, alloc: { '0x12': {} } }), /alloc.*0x12/],
    [
      JSON.stringify({ network: 'testnet', chainId: 9800, timestamp: 1, alloc: { [contract]: { balance: 5 } } }),
      /alloc\.0x0+c1\.balance/,
    ],
    [
      JSON.stringify({
        network: 'testnet',
        chainId: 9800,
        timestamp: 1,
        alloc: { [contract]: {}, [toBech32(contract)]: {} },
      }),
      /twice/,
    ],
    [
      JSON.stringify({
        network: 'testnet',
        chainId: 9800,
        timestamp: 1,
        alloc: { [contract]: { balance: String(10n ** 36n) }, [`0x${'12'.repeat(20)}`]: { balance: '1' } },
      }),
      /all balances together/,
    ],
  ];
  for (const [text, words] of cases) {
    assert.throws(
      () => parseGenesis(text),
      (error) => error instanceof GenesisDocumentError && words.test(error.message),
      text,
    );
  }
  assert.throws(() => open(documentWith({ modules: { nosuch: {} } })), GenesisDocumentError);
});

test('a chain from the exported state has the same accounts and records', () => {
  const alloc = {
    [accountOf(0)]: { balance: '77', nonce: '3' },
    [contract]: { balance: '5', code: '0x6001', storage: { [slot]: '0x2a' } },
    [counter.address]: { balance: '9' },
  };
  const first = open(documentWith({ alloc, modules: { counter: { start: 5 } } }));
  const exported = exportedDocument(first.store, context);
  const again = open(parseGenesis(formatGenesis(exported)));
  assert.equal(again.reader.head().stateRoot, first.reader.head().stateRoot);
  assert.equal(again.reader.head().hash, first.reader.head().hash);
  assert.deepEqual(exported.alloc.get(contract)?.code, fromHex('0x6001'));
});
