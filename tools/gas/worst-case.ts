import type { GasCase, GasHarness } from './gas-harness.ts';
import { type GasRate, measureCase, measurePlain } from './measure.ts';
import type { NamedCase, UnpricedCase } from './module-cases.ts';

/** One of the slowest calls of a native. */
type SlowCase = GasRate & { readonly native: string; readonly label: string };

/** Gas of a call that uses all it is given. */
const allGas = 2n ** 40n;
const quick = { ms: 2, times: 1 };
const thorough = { ms: 10, times: 3 };
/**
 * A case that looked slow at first was often only not compiled yet: then further cases are measured, at most so many.
 */
const mostMeasured = 20;

/**
 * How often what is the slowest by then, and less than `enough`, is measured again: noise, such as a busy host, only
 * ever makes a case slower, so the best of its measurements counts.
 */
const repetitions = 8;

/**
 * Tries all cases of one native, and measures as many of the slowest as `finalists` well, and those that looked slower
 * than these turned out to be: slowest first. `plain` is the speed of plain instructions on a quiet machine.
 */
export function findSlowest(
  harness: GasHarness,
  cases: readonly NamedCase[],
  { plain, finalists, enough }: { readonly plain: number; readonly finalists: number; readonly enough: number },
): readonly SlowCase[] {
  const seen = cases.flatMap((named) => {
    const open = named.make();
    if (harness.priceOf(open) > harness.blockGas) return [];
    const gasCase = settled(harness, open);
    return [{ named, gas: gasCase.gas, rate: measureCase(harness, gasCase, quick).rate }];
  });
  seen.sort((left, right) => left.rate - right.rate);
  const measured: SlowCase[] = [];
  for (const { named, gas, rate: atFirst } of seen.slice(0, mostMeasured)) {
    const worst = Math.min(...measured.map(({ rate }) => rate));
    if (measured.length >= finalists && atFirst > worst) break;
    const { native, label, make } = named;
    const { gas: used, rate } = measureCase(harness, { ...make(), gas }, thorough);
    measured.push({ gas: used, rate: corrected(harness, rate, plain), native, label });
  }
  for (let again = 0; again < repetitions; again++) {
    measured.sort((left, right) => left.rate - right.rate);
    const [slowest] = measured;
    const found = seen.find(({ named }) => named.label === slowest?.label);
    if (slowest === undefined || found === undefined || slowest.rate >= enough) break;
    const { rate } = measureCase(harness, { ...found.named.make(), gas: found.gas }, thorough);
    measured[0] = { ...slowest, rate: Math.max(slowest.rate, rate) };
  }
  return measured.sort((left, right) => left.rate - right.rate);
}

/** Plain instructions are measured again, because other load on the machine slows both down. */
function corrected(harness: GasHarness, rate: number, plain: number): number {
  return rate * Math.max(1, plain / measurePlain(harness, 3));
}

/** The least gas that lets the call do all it can. */
function settled(harness: GasHarness, open: UnpricedCase): GasCase {
  if (open.gas !== undefined) return { ...open, gas: open.gas };
  const generous = { ...open, gas: allGas };
  const used = harness.run(generous, 1, 1).gas - harness.run(generous, 1, 0).gas;
  return used < allGas ? generous : { ...open, gas: harness.priceOf(open) };
}
