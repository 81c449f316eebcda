import { createEngine } from '../../evm/engine.ts';
import type { BlockEnvironment, Engine, Message, NativeContract, Outcome, RunOptions } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { bigintToBytes, bigintToFixedBytes, bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { emptyView } from '../../state/empty-view.ts';
import { createWorldState } from '../../state/world-state.ts';

/** A short address: `address(0xc0de)`. */
export function address(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

/** The key of a storage slot. */
export function slotKey(slot: number | bigint): Hex {
  return toHex(bigintToFixedBytes(BigInt(slot), 32));
}

export const sender = address(0x5e4de2);
export const contract = address(0xc0de);

const testBlock: BlockEnvironment = {
  fork: 'osaka',
  chainId: 1234n,
  genesisHash: zeroHash,
  number: 1000n,
  timestamp: 1_700_000_000n,
  gasLimit: 100_000_000n,
  baseFee: 7n,
  blobBaseFee: 1n,
  prevRandao: zeroHash,
  coinbase: address(0xc01),
  blockHash: () => zeroHash,
};

type AccountFields = {
  readonly code?: Uint8Array;
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly storage?: Readonly<Record<number, bigint>>;
};

type Result = Outcome & { readonly gasUsed: bigint; readonly word: bigint; readonly words: readonly bigint[] };
export type EvmHarness = ReturnType<typeof createEvmHarness>;

/** A small state and an engine that executes messages on it. `natives` are put at their addresses. */
export function createEvmHarness(
  natives: Readonly<Record<Address, NativeContract>> = {},
  engine: Engine = createEngine(),
) {
  const state = createWorldState(emptyView);
  const contracts = {
    at: (at: Address) => natives[at],
    addresses: Object.keys(natives).map(parseAddress),
  };
  /** Executes a message; by default the sender calls the contract with a million gas. */
  const run = (message: Partial<Message> = {}, options: Partial<RunOptions> = {}, block = testBlock): Result => {
    const gas = message.gas ?? 1_000_000n;
    const full = { ...plainCall, gas, ...message };
    const outcome = engine.run(block, full, state, { natives: contracts, ...options });
    const words = wordsOf(outcome.output);
    return { ...outcome, gasUsed: gas - outcome.gasLeft, words, word: words[0] ?? 0n };
  };
  const put = (at: Address, { code = emptyBytes, balance = 0n, nonce = 0n, storage = {} }: AccountFields): void => {
    const codeHash = code.length === 0 ? emptyCodeHash : state.addCode(code);
    state.setAccount(at, { nonce, balance, codeHash });
    for (const [slot, value] of Object.entries(storage))
      state.setEntry(at, slotKey(BigInt(slot)), bigintToBytes(value));
  };
  // as in a genesis, modules have a byte of code, so that they are never empty accounts (EIP-161)
  for (const at of contracts.addresses) if (natives[at]?.stateful) put(at, { code: Uint8Array.of(0xfe) });
  return {
    engine,
    state,
    contracts,
    run,
    put,
    /** Puts the code at the contract's address and calls it. */
    runCode: (code: Uint8Array, message: Partial<Message> = {}, options: Partial<RunOptions> = {}): Result => {
      put(contract, { code, nonce: 1n });
      return run(message, options);
    },
    slot: (owner: Address, slot: number | bigint) => bytesToBigint(state.entry(owner, slotKey(slot)) ?? emptyBytes),
    balance: (at: Address) => state.account(at)?.balance ?? 0n,
    block: testBlock,
    contractAddress: contract,
  };
}

function wordsOf(output: Uint8Array): bigint[] {
  const words: bigint[] = [];
  for (let at = 0; at < output.length; at += 32) words.push(bytesToBigint(output.subarray(at, at + 32)));
  return words;
}

const plainCall: Message = {
  caller: sender,
  origin: sender,
  to: contract,
  value: 0n,
  data: emptyBytes,
  gas: 1_000_000n,
  gasPrice: 0n,
  blobHashes: [],
  accessList: [],
  warmAccounts: [],
  refund: 0n,
};
