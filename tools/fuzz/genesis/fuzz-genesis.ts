import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import type { PlainData } from '#qord/kernel/codec/codec.ts';
import { createModules } from '#qord/modules/index.ts';
import { createDice } from '#qord/testing/interfaces/any-value.ts';
import { createBlockCheck } from '../modules/check-block.ts';
import { extremes, type GenesisNumber, genesisNumbers } from './genesis-numbers.ts';
import { createOutlive, refusalOf } from './outlive.ts';

/** What became of the changes of single numbers. */
export type GenesisOutcome = { readonly numbers: number; readonly lived: number; readonly refused: number };

/** Another value of a number. */
type Change = { readonly number: GenesisNumber; readonly value: PlainData };

/** Changes that live together first, because a chain takes a second: alone only when they do not. */
const groupSize = 8;

/**
 * Sets each number of a genesis to the ends of what it may be, beyond them, and to values at
 * which arithmetic ends: the document is refused by a line that names the module, or the chain lives. `only`: how the
 * names of the numbers begin; `report` gets each fault.
 */
export function fuzzGenesis(
  document: GenesisDocument,
  { seed, only }: { readonly seed: number; readonly only: string },
  report: (fault: string) => void,
): GenesisOutcome {
  const modules = createModules();
  const numbers = genesisNumbers(document, modules).filter(({ name }) => name.startsWith(only));
  const changes = numbers.flatMap((number) => extremes(number.bounds).map((value) => ({ number, value })));
  const living = changes.filter((change) => {
    const line = lineOf(document, change, report);
    if (line !== undefined && !namesModule(line, change))
      report(`${nameOf([change])} is refused by a line that names no module: ${line}`);
    return line === undefined;
  });
  const outlive = createOutlive(createBlockCheck(modules));
  const live = (group: readonly Change[]) => outlive(changed(document, group), createDice(seed)).refused;
  for (const group of groupsOf(living)) tryTogether(group, live, report);
  return { numbers: numbers.length, lived: living.length, refused: changes.length - living.length };
}

/** Why the document with the change is refused; an error that is no refusal is a fault. */
function lineOf(document: GenesisDocument, change: Change, report: (fault: string) => void): string | undefined {
  try {
    change.number.assertAccepts(change.value);
    return refusalOf(changed(document, [change]));
  } catch (error) {
    if (error instanceof Error && error.name === 'CodecError') return `${change.number.name}: ${error.message}`;
    report(`${nameOf([change])}: ${textOf(error)}`);
    return change.number.name;
  }
}

/** Reports what fails of the changes, and all of them when only together they do. Returns whether something failed. */
function tryTogether(
  group: readonly Change[],
  live: (group: readonly Change[]) => string | undefined,
  report: (fault: string) => void,
): boolean {
  let fault: string | undefined;
  try {
    if (live(group) === undefined) return false;
  } catch (error) {
    fault = textOf(error);
  }
  const half = Math.ceil(group.length / 2);
  const parts = group.length === 1 ? [] : [group.slice(0, half), group.slice(half)];
  const isFound = parts.map((part) => tryTogether(part, live, report)).includes(true);
  if (fault !== undefined && !isFound) report(`${nameOf(group)}: ${fault}`);
  return isFound || fault !== undefined;
}

/** Changes that are far from each other. */
function groupsOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const count = Math.ceil(changes.length / groupSize);
  return Array.from({ length: count }, (_, first) => changes.filter((__, at) => at % count === first));
}

const changed = (document: GenesisDocument, changes: readonly Change[]) =>
  changes.reduce((before, { number, value }) => number.with(value, before), document);

const nameOf = (changes: readonly Change[]) =>
  changes.map(({ number, value }) => `${number.name} = ${String(value)}`).join(', ');

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** What a module owes may follow from the records of another: the line says whose coins do not suffice. */
function namesModule(line: string, { number }: Change): boolean {
  const [module = ''] = number.name.split('.');
  return !line.includes('\n') && (line.includes(module) || /^modules\.\w+: the records of/.test(line));
}
