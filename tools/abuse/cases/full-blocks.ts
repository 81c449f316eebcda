import { endlessLoop } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

/** Transactions that use all their gas on one kind of work. */
const work: Readonly<Record<string, Uint8Array>> = {
  hashes: endlessLoop([0, 65_535, 'MSTORE8'], [65_536, 0, 'KECCAK256', 'POP']),
  coldAccounts: endlessLoop([1], [1, 'ADD', 'DUP1', 'BALANCE', 'POP']),
  coldSlots: endlessLoop([1], [1, 'ADD', 'DUP1', 'SLOAD', 'POP']),
  newSlots: endlessLoop([1], [1, 'ADD', 'DUP1', 'DUP1', 'SSTORE']),
  copies: endlessLoop([0, 65_535, 'MSTORE8'], [65_536, 0, 0, 'MCOPY']),
  powers: endlessLoop([0, 'NOT'], ['DUP1', 'DUP1', 'EXP', 'POP']),
};

/** Blocks full of the longest transactions that the ordinary instructions allow. */
export const fullBlocks: Attack = {
  summary:
    'blocks full of transactions of the gas of a block: hashes, cold accounts and slots, new slots, copies, powers',
  attack: async (context) => {
    for (const code of Object.values(work).slice(0, sized(context, 6, 2))) await fillBlock(context, code);
  },
};

async function fillBlock(context: AttackContext, data: Uint8Array): Promise<void> {
  const payer = await openFundedAttacker(context);
  const gasLimit = BigInt(sized(context, Number(maxTransactionGas), 2_000_000));
  let last: string | undefined;
  for (let count = 0; count < sized(context, 5, 2); count++) {
    last = await payer.send({ to: undefined, value: 0n, data, gasLimit });
  }
  await payer.receipt(last);
}
