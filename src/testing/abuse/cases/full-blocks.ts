import { type Attack, type AttackStage, sized } from '../attack.ts';
import { endlessly } from '../evm-loops.ts';
import { largestGas, openPayer } from '../mischief.ts';

/** Transactions that use all their gas on one kind of work. */
const work: Readonly<Record<string, Uint8Array>> = {
  hashes: endlessly([0, 65_535, 'MSTORE8'], [65_536, 0, 'KECCAK256', 'POP']),
  coldAccounts: endlessly([1], [1, 'ADD', 'DUP1', 'BALANCE', 'POP']),
  coldSlots: endlessly([1], [1, 'ADD', 'DUP1', 'SLOAD', 'POP']),
  newSlots: endlessly([1], [1, 'ADD', 'DUP1', 'DUP1', 'SSTORE']),
  copies: endlessly([0, 65_535, 'MSTORE8'], [65_536, 0, 0, 'MCOPY']),
  powers: endlessly([0, 'NOT'], ['DUP1', 'DUP1', 'EXP', 'POP']),
};

/** Blocks full of the longest transactions that the ordinary instructions allow. */
export const fullBlocks: Attack = {
  summary:
    'blocks full of transactions of the gas of a block: hashes, cold accounts and slots, new slots, copies, powers',
  attack: async (stage) => {
    for (const code of Object.values(work).slice(0, sized(stage, 6, 2))) await fillBlock(stage, code);
  },
};

async function fillBlock(stage: AttackStage, data: Uint8Array): Promise<void> {
  const payer = await openPayer(stage);
  const gasLimit = BigInt(sized(stage, Number(largestGas), 2_000_000));
  let last: string | undefined;
  for (let count = 0; count < sized(stage, 5, 2); count++) {
    last = await payer.send({ to: undefined, value: 0n, data, gasLimit });
  }
  await payer.receipt(last);
}
