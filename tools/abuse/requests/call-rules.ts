import { toHex } from '#qord/primitives/hex.ts';
import { endless } from '#qord/testing/evm/evm-loops.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { address, boolean, bytes32, data, hash, quantity, smallCount, word } from './basic-rules.ts';
import { moduleCall } from './module-rules.ts';
import type { Rule } from './writer.ts';

/** Code that returns, reverts, loops, creates, calls, logs or stores, or random bytes. */
const code: Rule = ({ random }) => {
  const known = [
    '0x',
    '0x5f5ffd',
    '0x602a5f5260205ff3',
    '0x365f5f375f5f365f5f600035f1',
    '0xfe',
    '0xef0100',
    '0x5f5ff0',
    '0x5f5fa05f5fa0',
  ];
  known.push(
    toHex(endless),
    '0x600160005560016001555f545f5260205ff3',
    `0xef0100${'ab'.repeat(20)}`,
    '0x5f35ff',
    '0x5f355fa1',
  );
  return JSON.stringify(
    random.chance(0.7) ? known[random.below(known.length)] : toHex(random.bytes(random.below(200))),
  );
};

const accessList: Rule = (writer) =>
  writer.list(
    (w) => w.object({ address, storageKeys: (keys) => keys.list(bytes32, 3) }, ['address', 'storageKeys']),
    3,
  );

const authorization: Rule = (writer) =>
  writer.object({ chainId: quantity, address, nonce: smallCount, yParity: smallCount, r: word, s: word }, [
    'chainId',
    'address',
    'nonce',
    'yParity',
    'r',
    's',
  ]);

/** A call or an unsigned transaction. */
export const call: Rule = (writer) => (writer.random.chance(0.3) ? moduleCall(writer) : plainCall(writer));

const plainCall: Rule = (writer) =>
  writer.object(
    {
      from: address,
      to: address,
      gas: quantity,
      value: (w) => w.oneOf([smallCount, quantity, word]),
      data: (w) => w.oneOf([data, code]),
      ...(writer.random.chance(0.2) ? { input: data } : {}),
      ...(writer.random.chance(0.2) ? { gasPrice: quantity } : {}),
      ...(writer.random.chance(0.2) ? { maxFeePerGas: quantity, maxPriorityFeePerGas: quantity } : {}),
      ...(writer.random.chance(0.2) ? { accessList, nonce: smallCount, chainId: quantity, type: smallCount } : {}),
      ...(writer.random.chance(0.1) ? { authorizationList: (w) => w.list(authorization, 3) } : {}),
      ...(writer.random.chance(0.05)
        ? { blobVersionedHashes: (w) => w.list(hash, 3), maxFeePerBlobGas: quantity }
        : {}),
    },
    ['from', 'to'],
  );

const slots: Rule = (writer) => writer.record(bytes32, bytes32, 4);

export const stateOverrides: Rule = (writer) =>
  writer.record(
    address,
    (w) =>
      w.object({
        balance: word,
        nonce: (x) => x.oneOf([smallCount, word]),
        code,
        ...(w.random.chance(0.5) ? { state: slots } : { stateDiff: slots }),
        ...(w.random.chance(0.1) ? { movePrecompileToAddress: address } : {}),
      }),
    3,
  );

const extreme: Rule = (writer) =>
  writer.oneOf([
    smallCount,
    quantity,
    word,
    (w) => w.pick(['0x0', '0xffffffffffffffff', '0x7fffffffffffffff', '0x7735940000']),
  ]);

export const blockOverrides: Rule = (writer) =>
  writer.object({
    number: extreme,
    time: extreme,
    gasLimit: extreme,
    feeRecipient: address,
    prevRandao: bytes32,
    baseFeePerGas: extreme,
    blobBaseFee: extreme,
    ...(writer.random.chance(0.1) ? { withdrawals: (w) => w.list(call, 2) } : {}),
  });

export const simulation: Rule = (writer) =>
  writer.object(
    {
      blockStateCalls: (w) =>
        w.list((x) => x.object({ blockOverrides, stateOverrides, calls: (y) => y.list(call, 4) }), 5),
      validation: boolean,
      traceTransfers: boolean,
      returnFullTransactions: boolean,
    },
    ['blockStateCalls'],
  );

export const traceConfig: Rule = (writer) =>
  writer.object({
    tracer: (w) =>
      w.pick(['callTracer', 'flatCallTracer', 'prestateTracer', '4byteTracer', 'noopTracer', 'muxTracer', 'x']),
    tracerConfig: (w) =>
      w.object({
        onlyTopCall: boolean,
        withLog: boolean,
        diffMode: boolean,
        disableCode: boolean,
        disableStorage: boolean,
        callTracer: (x) => x.object({ withLog: boolean }),
      }),
    timeout: (w) => w.pick(['1s', '10ms', '0s', '1h', '-1s']),
    enableMemory: boolean,
    disableStack: boolean,
    disableStorage: boolean,
    enableReturnData: boolean,
    limit: ({ random }) => String(random.below(100)),
    stateOverrides,
    blockOverrides,
    txIndex: smallCount,
  });

/**
 * Signed transactions of two accounts: valid ones, with nonce gaps, with fees that are too high, and with a flipped
 * bit.
 */
export const rawTransaction: Rule = ({ random }) => {
  const account = random.below(2) + 5;
  const nonce = BigInt(random.pick([random.below(4), random.below(80), random.below(2 ** 31)]));
  const cap = random.pick([10n ** 11n, 2n * 10n ** 11n, 1n, 10n ** 15n]);
  const to = random.chance(0.2) ? undefined : accountOf(random.below(9));
  const gasLimit = BigInt(random.pick([21_000, 60_000, 100_000, 16_777_216, 16_777_217, 0]));
  const { raw } = signFrom(account, {
    nonce,
    cap,
    to,
    value: random.word() >> 200n,
    data: random.bytes(random.below(40)),
    gasLimit,
  });
  if (random.chance(0.3)) raw[random.below(raw.length)] = random.below(256);
  return `"${toHex(raw)}"`;
};
