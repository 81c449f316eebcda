import { gzipSync } from 'node:zlib';
import { bridgeAddress, gasabstractionAddress, pqcAddress } from '#qord/modules/addresses.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { accountOf, unusedAccount } from '#qord/testing/sign-from.ts';
import { addressOf, type NodeSize, quantity, type Request } from './fill-node.ts';

/** Requests that change what is measured, in the order in which they are sent; each entry is one batch. */
export type ChangingRequests = { readonly name: string; readonly batches: readonly (readonly Request[])[] };

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const delegated = `0xef0100${'ab'.repeat(20)}`;

/** What development networks let a client set, go back to and load, with a full pool and a long chain. */
export function changingRequests({ blocks }: NodeSize): readonly ChangingRequests[] {
  const one = (name: string, ...requests: readonly Request[]): ChangingRequests => ({ name, batches: [requests] });
  const [sender, other] = [accountOf(1), accountOf(2)];
  const most = Math.max(2, Math.floor(blocks * 0.75));
  return [
    one('anvil_setBalance of a sender', ['anvil_setBalance', sender, `0x${'f'.repeat(24)}`]),
    one('anvil_addBalance of a sender', ['anvil_addBalance', sender, '0x1']),
    one('anvil_setCode of a sender', ['anvil_setCode', other, delegated]),
    one('anvil_setCode, 2 MB', ['anvil_setCode', addressOf(1), `0x${'5b'.repeat(2 ** 21)}`]),
    one('anvil_setNonce of a sender', ['anvil_setNonce', accountOf(3), '0x1']),
    one('anvil_setStorageAt', ['anvil_setStorageAt', addressOf(1), word(1), word(1)]),
    // what the rules of signatures and fees read: all that waits is checked again
    ...[pqcAddress, gasabstractionAddress, bridgeAddress].map((address) =>
      one(`anvil_addBalance of the module ${address}`, ['anvil_addBalance', address, '0x1']),
    ),
    one(
      'anvil_setBalance, 500 in a batch',
      ...Array.from({ length: 500 }, (_, index) => ['anvil_setBalance', addressOf(index), '0x1'] as const),
    ),
    one(
      'anvil_setBalance, 100 of senders in a batch',
      ...Array.from({ length: 100 }, (_, index) => ['anvil_setBalance', accountOf(index % 9), word(2 ** 50)] as const),
    ),
    {
      name: 'evm_revert',
      batches: [[['evm_snapshot']], [['anvil_mine', '0x64']], [['evm_revert', '0x0']]],
    },
    one('anvil_rollback of 2', ['anvil_rollback', 2]),
    one('anvil_reorg of 10, 1,000 transactions', ['anvil_reorg', 10, transfers(1_000)]),
    one('anvil_reorg of 1,000', ['anvil_reorg', 1_000, []]),
    one(`anvil_rollback of ${most}`, ['anvil_rollback', most]),
    one('anvil_loadState, many accounts', ['anvil_loadState', savedState(60_000, 0)]),
    one('anvil_loadState, many slots', ['anvil_loadState', savedState(1, 60_000)]),
    one('anvil_loadState, not JSON', ['anvil_loadState', toHex(gzipSync(Buffer.alloc(400 * 2 ** 20, '[')))]),
    one('anvil_removePoolTransactions', ['anvil_removePoolTransactions', sender]),
    one('evm_mine with a full pool', ['evm_mine'], ['evm_mine'], ['evm_mine']),
    one('anvil_mine', ['anvil_mine', quantity(1_000)]),
    one('anvil_dropAllTransactions', ['anvil_dropAllTransactions']),
    one('anvil_setChainId', ['anvil_setChainId', '0x4d2']),
    one('anvil_reset', ['anvil_reset']),
  ];
}

/** Transfers for a reorganisation of ten blocks. The node gives them nonces: random requests may have used any. */
function transfers(count: number): readonly (readonly [request: Readonly<Record<string, string>>, block: number])[] {
  const fees = { gas: quantity(21_000), maxFeePerGas: quantity(2e11), maxPriorityFeePerGas: '0x1' };
  const transfer = { from: accountOf(0), to: unusedAccount, value: '0x1', ...fees };
  return Array.from({ length: count }, (_, index) => [transfer, Math.floor(index / 100)]);
}

function savedState(accounts: number, slots: number): string {
  const storage = Object.fromEntries(Array.from({ length: slots }, (_, slot) => [word(slot), word(slot + 1)]));
  const all = Array.from({ length: accounts }, (_, index) => [
    addressOf(index + 1_000_000),
    { nonce: 0, balance: '0x1', code: '0x', storage },
  ]);
  return toHex(gzipSync(JSON.stringify({ accounts: Object.fromEntries(all) })));
}
