import { z } from 'zod';
import { gasFormula, gasRows, unknownCallName } from '../kernel/module-docs/gas-rows.ts';
import { unknownCallGas } from '../kernel/module-sdk/native-contract.ts';
import { createModules } from '../modules/index.ts';
import { precompileFormulas } from './precompile-formulas.ts';

const measuredCall = z.strictObject({
  /** the slowest input that was found */
  input: z.string(),
  /** what a contract pays for one such call, with the instructions around it */
  gas: z.int().min(0),
  /** million gas a second of CPU time */
  rate: z.number().min(0),
});

/** What `npm run bench -- gas --write` keeps in docs/gas-measured.json. */
export const gasMeasurements = z.strictObject({
  machine: z.string(),
  /** million gas a second of plain instructions */
  plain: z.number(),
  natives: z.record(z.string(), measuredCall),
});
type GasMeasurements = z.output<typeof gasMeasurements>;

/** Least million gas a second: of Ethereum's precompiles, whose prices are given, and of what this chain prices itself. */
const gasGoals = { ethereum: 40, own: 100 } as const;
const blockGas = 100_000_000;

/** Names of everything that stands in the table, with its price. */
export function nativePrices(): readonly (readonly [native: string, price: string])[] {
  const modules = createModules();
  const unknown = modules
    .filter(({ calls }) => calls.length > 0)
    .map(({ name }) => [unknownCallName(name), unknownCallGas.toLocaleString('en-US')] as const);
  const calls = gasRows(modules).map(({ native, call }) => [native, gasFormula(call)] as const);
  return [...Object.entries(precompileFormulas), ...calls, ...unknown];
}

/** docs/gas.md. */
export function renderGasPage(measured: GasMeasurements): string {
  const rows = nativePrices().map(([native, price]) => {
    const { rate, input = '' } = measured.natives[native] ?? {};
    return `| \`${native}\` | ${price} | ${rate ?? 'not measured'} | ${input.replaceAll('|', '\\|')} |`;
  });
  return [
    '# Gas of precompiles and module calls\n',
    'Made by `npm run docs` from the declarations and from `docs/gas-measured.json`, which `npm run bench -- gas --write` writes.\n',
    ...boundsText(measured),
    '## Prices and worst cases\n',
    `What a call takes beside the 100 or more of its CALL or STATICCALL, and how fast its worst input is: a contract repeats the call with every kind of input (all lengths to 1 MB, aliased offsets, broken text, too little gas, successes and failures), and what it pays in all is divided by the CPU time. In million gas a second, on ${measured.machine}; plain instructions run at ${measured.plain}. Calls that run other code or verify a proof take gas for that besides, and more when they succeed: those of crossvm, \`abstractaccount.executeEvm\`, \`rdk.submitBatch\`.\n`,
    '| native | gas | worst Mgas/s | its input |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** What is slower than it should be. */
function shortfall(natives: GasMeasurements['natives']): string {
  const slow = Object.entries(natives).filter(([native, { rate }]) => rate < goalOf(native));
  if (slow.length === 0) return 'All that is measured below does.';
  return `Not yet so fast: ${slow.map(([native, { rate }]) => `\`${native}\` (${rate})`).join(', ')}.`;
}

/** Least million gas a second that a native is to use up. */
export function goalOf(native: string): number {
  return native in precompileFormulas ? gasGoals.ethereum : gasGoals.own;
}

function boundsText({ natives }: GasMeasurements): readonly string[] {
  const [slowest, rate] = Object.entries(natives)
    .map(([native, call]) => [native, call.rate] as const)
    .reduce((least, next) => (next[1] < least[1] ? next : least), ['', Number.POSITIVE_INFINITY]);
  const seconds = (speed: number) => (blockGas / 1_000_000 / speed).toFixed(1);
  return [
    '## Longest transaction, fullest block\n',
    `Gas bounds time: precompiles of Ethereum, whose prices are given, are to use up at least ${gasGoals.ethereum} million gas a second of CPU time, calls of modules at least ${gasGoals.own}; plain instructions use up far more. ${shortfall(natives)} The gas limit of a block is ${blockGas.toLocaleString('en-US')}, as the chain has it from its genesis, and one transaction may ask for all of it: unlike Ethereum since Osaka (EIP-7825), this chain has no smaller limit for a transaction. So both the longest transaction and the fullest block take at most ${seconds(gasGoals.ethereum)} s on one core (${blockGas / 1_000_000} Mgas at ${gasGoals.ethereum} Mgas/s), ${seconds(rate)} s by the slowest that was measured (\`${slowest}\`, ${rate} Mgas/s).\n`,
    `A node that proposes blocks works for half a second on each, in which they are executed, sealed and stored, and begins none whose gas limit may take it beyond that at ${gasGoals.ethereum} Mgas/s: it waits for the next block. Only in the first 50 ms, or when it is the first of the block, may one of any size begin. What the hooks around a block run for others is bounded by parameters and paid for beforehand (\`max_block_gas\` of crossvm: 10 million gas).\n`,
  ];
}
