import { moduleMessage } from '#qord/kernel/module-sdk/module-message.ts';
import { createModules } from '#qord/modules/index.ts';
import { endlessLoop } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';
import { openFundedAttacker } from '../funded-attacker.ts';

/** Targets of messages, which use all gas that they get. */
const loops: readonly Uint8Array[] = [
  endlessLoop([], [0, 'GAS', 'TSTORE', 64, 0, 'KECCAK256', 'POP']),
  endlessLoop([0, 50_000, 'MSTORE8'], [50_000, 0, 'KECCAK256', 'POP']),
  endlessLoop([], ['GAS', 'BALANCE', 'POP']),
  endlessLoop([], ['GAS', 'GAS', 0, 0, 'LOG2']),
];

/** Messages that one block executes, with 500,000 gas each. */
const perBlock = 20;

/** The end of each block runs as much code of strangers as it may. */
export const longHooks: Attack = {
  summary:
    'messages of crossvm to endless loops, with all the gas that a block has for them (10 million), block by block',
  attack: async (context) => {
    const crossvm = createModules().find(({ name }) => name === 'crossvm');
    if (crossvm === undefined) throw new Error('no module crossvm');
    const payer = await openFundedAttacker(context);
    for (const code of loops.slice(0, sized(context, loops.length, 1))) {
      const targetContract = (await payer.deploy(code)) ?? '';
      const inputs = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract, payload: Uint8Array.of(1), funds: 0n };
      for (let block = 0; block < sized(context, 10, 1) && !context.signal.aborted; block++) {
        let last: string | undefined;
        for (let count = 0; count < perBlock; count++)
          last = await payer.send({ ...moduleMessage(crossvm, 'call', inputs), value: 0n, gasLimit: 1_200_000n });
        await payer.receipt(last);
      }
    }
  },
};
