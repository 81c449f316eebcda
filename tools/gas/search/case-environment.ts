import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { BlockEnvironment, Message, NativeContracts } from '#qord/kernel/engine.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { bigintToFixedBytes } from '#qord/primitives/bytes.ts';
import { zeroHash } from '#qord/primitives/hash.ts';
import type { WorldState } from '#qord/state/types.ts';
import { loopAddress } from './search-code.ts';

/** The block in which loops run. */
export const caseBlock: BlockEnvironment = {
  fork: 'osaka',
  chainId: 9800n,
  genesisHash: zeroHash,
  number: 1_000n,
  timestamp: 1_800_000_000n,
  gasLimit: 100_000_000n,
  baseFee: 7n,
  blobBaseFee: 1n,
  prevRandao: zeroHash,
  coinbase: parseAddress(`0x${'c0'.repeat(20)}`),
  blockHash: () => zeroHash,
};

export const caseNatives: NativeContracts = joinNatives(precompiles('osaka'), []);
const sender = parseAddress(`0x${'5e'.repeat(20)}`);

/** A call of the loop, which counts from `start` on. */
export function loopMessage(start: bigint, gas: bigint): Message {
  const parties = { caller: sender, origin: sender, to: loopAddress, value: 0n, gasPrice: 0n };
  const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
  return { ...parties, ...lists, data: bigintToFixedBytes(start, 32), gas };
}

/** Puts a rich account with the code into the state. */
export function putContract(state: WorldState, at: Address, code: Uint8Array): void {
  state.setAccount(at, { nonce: 1n, balance: 10n ** 24n, codeHash: state.addCode(code) });
}

/** Puts the sender and the loop into the state. */
export function putLoop(state: WorldState, code: Uint8Array): void {
  putContract(state, sender, new Uint8Array(0));
  putContract(state, loopAddress, code);
}
