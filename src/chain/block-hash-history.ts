import type { BlockEnvironment } from '../kernel/engine.ts';
import { parseAddress } from '../primitives/address.ts';
import { bigintToFixedBytes, trimLeadingZeros } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import type { WorldState } from '../state/types.ts';

/** EIP-2935: the contract from which others read the hashes of the last 8191 blocks. */
export const historyContract = parseAddress('0x0000f90827f1c53a10cb7a02335b175320002935');

/** Its code on every Ethereum network. */
const code = fromHex(
  '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
);

const ringLength = 8191n;

/** Puts the contract into the genesis state. */
export function deployHistoryContract(state: WorldState): void {
  state.setAccount(historyContract, { nonce: 1n, balance: 0n, codeHash: state.addCode(code) });
}

/** The effect of the system call at the start of a block: stores the parent's hash. */
export function storeParentHash(state: WorldState, block: BlockEnvironment): void {
  const parent = block.number - 1n;
  const slot = toHex(bigintToFixedBytes(parent % ringLength, 32));
  state.setEntry(historyContract, slot, trimLeadingZeros(fromHex(block.blockHash(parent))));
}
