import { RLP } from '@ethereumjs/rlp';
import type { Receipt } from '../../chain/types.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressToBytes, parseAddress } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { signDigest } from '../../primitives/crypto/secp256k1.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { parseHash } from '../../primitives/hash.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { WorldState } from '../../state/types.ts';
import { accountOf, privateKeyOf } from '../sign-from.ts';

export const floor = 10n ** 11n;

/** CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY PUSH1 02 PUSH1 01 CALLDATASIZE PUSH0 LOG2 STOP */
export const logger = parseAddress('0x00000000000000000000000000000000000000c3');

/** REVERT without data */
export const reverter = parseAddress('0x00000000000000000000000000000000000000c4');

/** A genesis in which all development accounts have coins and the contracts exist. */
export function fill(state: WorldState): void {
  for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
  for (const [address, code] of [
    [logger, '0x365f5f3760026001365fa200'],
    [reverter, '0x5f5ffd'],
  ] as const) {
    state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex(code)) });
  }
}

/** One transaction of each type; the last makes its sender run the logger's code. */
export function oneOfEachType(): readonly Transaction[] {
  const call = { nonce: 0n, gasLimit: 200_000n, to: logger, value: 0n, data: Uint8Array.of(1, 2, 3) };
  const slot = parseHash(`0x${'00'.repeat(32)}`);
  const accessList = [{ address: logger, storageKeys: [slot] }];
  const fees = { maxFeePerGas: 3n * floor, maxPriorityFeePerGas: 7n };
  const authority = { chainId: 9800n, address: logger, nonce: 1n };
  const digest = fromHex(keccakHash(Buffer.concat([Uint8Array.of(5), RLP.encode([9800, addressToBytes(logger), 1])])));
  const { r, s, yParity } = signDigest(digest, privateKeyOf(3));
  const authorizationList = [{ ...authority, r, s, yParity: BigInt(yParity) }];
  return [
    signTransaction({ type: 0, chainId: 9800n, gasPrice: 2n * floor, ...call }, privateKeyOf(0)),
    signTransaction({ type: 1, chainId: 9800n, gasPrice: 2n * floor, accessList, ...call }, privateKeyOf(1)),
    signTransaction({ type: 2, chainId: 9800n, ...fees, accessList: [], ...call }, privateKeyOf(2)),
    signTransaction(
      { type: 4, chainId: 9800n, ...fees, accessList: [], authorizationList, ...call, to: accountOf(3) },
      privateKeyOf(3),
    ),
  ];
}

/** Receipts with members in one form whether they come from the engine or the store. */
export function plain(receipts: readonly (Receipt | undefined)[] | undefined) {
  return receipts?.map((receipt) => ({
    ...receipt,
    logs: receipt?.logs.map((log) => ({ ...log, data: toHex(log.data) })),
  }));
}

export const asker = parseAddress('0x00000000000000000000000000000000000000c5');
