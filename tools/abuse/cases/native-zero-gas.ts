import { bankAddress, multilayerAddress } from '#qord/modules/addresses.ts';
import { callOf, callsWithMemory } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

export const sha256 = `0x${'02'.padStart(40, '0')}`;
const targets = [sha256, multilayerAddress, bankAddress];

/** Code that makes calls without gas, with an input of that size. */
export function callsWithoutGas(target: string, size: number): Uint8Array {
  return callsWithMemory(target, 0, size, [[0xdeadbeefn << 224n, 0]]);
}

/**
 * Calls without gas for a precompile or module, with 1 MB of input: whatever is copied before the gas is checked is
 * free.
 */
export const nativeZeroGas: Attack = {
  summary: 'native calls with 0 gas and 1 MB of input, in loops: eth_call, transactions',
  attack: async (context) => {
    const { clients, urls } = context;
    const size = sized(context, 2 ** 20, 2 ** 18);
    const http = urls.http ?? '';
    const code = (target: string) => callsWithoutGas(target, size);
    const calls = targets.map((target) => clients.call(http, 'eth_call', ...callOf(code(target))));
    const payer = await openFundedAttacker(context);
    for (const target of targets) {
      const hash = await payer.send({
        to: undefined,
        value: 0n,
        data: code(target),
        gasLimit: BigInt(sized(context, Number(maxTransactionGas), 2_000_000)),
      });
      await payer.receipt(hash);
    }
    await Promise.all(calls);
  },
};
