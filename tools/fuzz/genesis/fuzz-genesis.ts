import { createModules } from '#qord/modules/index.ts';
import { createDice } from '#qord/testing/interfaces/any-value.ts';
import { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import { createBlockCheck } from '../modules/check-block.ts';
import { fullGenesis } from './full-genesis.ts';
import { extremes, genesisNumbers } from './genesis-numbers.ts';
import { createOutlive } from './outlive.ts';

/** What became of the documents. */
export type GenesisOutcome = { readonly numbers: number; readonly lived: number; readonly refused: number };

/**
 * Sets each number of a genesis that has a row of every table, one at a time, to the ends of what it may be, beyond them,
 * and to values at which arithmetic ends: the document is refused by a line that names the module, or the chain lives.
 * `only`: how the names of the numbers begin; `report` gets each fault.
 */
export function fuzzGenesis(seed: number, only: string, report: (fault: string) => void): GenesisOutcome {
  const modules = createModules();
  const outlive = createOutlive(createBlockCheck(modules));
  const count = { lived: 0, refused: 0 };
  const numbers = genesisNumbers(fullGenesis(prepareChain()), modules).filter(({ name }) => name.startsWith(only));
  for (const number of numbers)
    for (const value of extremes(number.bounds)) {
      const name = `${number.name} = ${value}`;
      try {
        const { refused } = outlive(number.with(value), createDice(seed));
        if (refused === undefined) count.lived++;
        else if (namesModule(refused, number.name)) count.refused++;
        else report(`${name} is refused by a line that does not name the module: ${refused}`);
      } catch (error) {
        report(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
  return { numbers: numbers.length, ...count };
}

function namesModule(line: string, name: string): boolean {
  const [module = ''] = name.split('.');
  return !line.includes('\n') && line.includes(module);
}
