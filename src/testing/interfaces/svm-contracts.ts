import { type Address, parseAddress } from '../../primitives/address.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';

/** Contracts that tests of histories call. */
export const contracts = {
  /** sends its whole balance to the address in its input */
  forwarder: parseAddress('0x00000000000000000000000000000000000000f1'),
  /** reverts */
  reverter: parseAddress('0x00000000000000000000000000000000000000f2'),
  /** emits one log with the topics 1 and 2, and its input as data */
  logger: parseAddress('0x00000000000000000000000000000000000000f3'),
};

const codes: readonly (readonly [Address, string])[] = [
  // PUSH0 PUSH0 PUSH0 PUSH0 SELFBALANCE PUSH0 CALLDATALOAD GAS CALL STOP
  [contracts.forwarder, '0x5f5f5f5f475f355af100'],
  // PUSH0 PUSH0 REVERT
  [contracts.reverter, '0x5f5ffd'],
  // CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY PUSH1 02 PUSH1 01 CALLDATASIZE PUSH0 LOG2 STOP
  [contracts.logger, '0x365f5f3760026001365fa200'],
];

/** Writes the contracts to a state. */
export function deployContracts(state: WorldState): void {
  for (const [address, code] of codes) {
    state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex(code)) });
  }
}

/** An address as the input of a call: one word. */
export function inputOf(address: Address): Uint8Array {
  return fromHex(`0x${address.slice(2).padStart(64, '0')}`);
}
