import type { StateView, WorldState } from '../../state/types.ts';
import { isAttester } from './attesters.ts';
import type { Dependencies } from './dependencies.ts';
import { attestations, dissents, type Report, witnesses } from './records.ts';

/** What those who are attesters now say of a staking transaction: first those whose words stand. */
export function reportsOf(state: StateView, dependencies: Dependencies, hash: string): readonly Report[] {
  const standing = attestations.get(state, hash);
  if (standing === undefined) return [];
  const { staker, amount_satoshis, btc_height } = standing;
  const same = (witnesses.get(state, hash) ?? [standing.attester]).map((attester) => ({
    ...{ attester, staker, amount_satoshis, btc_height },
  }));
  return [...same, ...(dissents.get(state, hash) ?? [])].filter(({ attester }) =>
    isAttester({ state, caller: attester }, dependencies),
  );
}

/** Those of the reports that say what stands. */
export function reportsThatStand(state: StateView, hash: string, reports: readonly Report[]): readonly Report[] {
  const standing = attestations.get(state, hash);
  return reports.filter((report) => standing !== undefined && saysTheSame(standing, report));
}

/** Lets stand what most attesters say, and what was said first where as many say otherwise. There must be a report. */
export function setReports(state: WorldState, hash: string, reports: readonly Report[]): void {
  let agreed: readonly Report[] = [];
  for (const report of reports) {
    const same = reports.filter((other) => saysTheSame(other, report));
    if (same.length > agreed.length) agreed = same;
  }
  const [first] = agreed;
  if (first === undefined) return;
  const { attester, staker, amount_satoshis, btc_height } = first;
  attestations.set(state, { staker, amount_satoshis, btc_height, attester, position: 0 }, hash);
  witnesses.set(
    state,
    agreed.map((report) => report.attester),
    hash,
  );
  const others = reports.filter((report) => !agreed.includes(report));
  if (others.length > 0) dissents.set(state, others, hash);
  else dissents.remove(state, hash);
}

type Said = Omit<Report, 'attester'>;

/** Whether two reports differ in nothing but who made them. */
export function saysTheSame(one: Said, other: Said): boolean {
  return (
    one.staker === other.staker && one.amount_satoshis === other.amount_satoshis && one.btc_height === other.btc_height
  );
}
