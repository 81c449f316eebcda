import { profiles } from '../profile.ts';
import { type RunReport, run } from '../run.ts';
import { kindOf } from '../world/decisions.ts';
import type { Regression } from './regression.ts';

/** Seconds of processor time that shrinking takes at most. */
const budgetSeconds = 120;

/** Plays what is left of a run: only its decisions happen, and all of them do. `beat`: of a watchdog. */
export async function replay({ profile, decisions, ...options }: Regression, beat?: Int32Array): Promise<RunReport> {
  const only = decisions === undefined ? undefined : new Set(decisions);
  const report = await run({ ...options, profile: profiles[profile], only, beat });
  const missing = decisions?.filter((each) => !report.decisions.includes(each)) ?? [];
  if (report.failure !== undefined || missing.length === 0) return report;
  return { ...report, failure: `the run no longer comes to ${missing.join(', ')}` };
}

/**
 * Looks for the fewest nodes, blocks, and decisions of clients and faults with which the same thing still fails: it
 * leaves out kinds of decisions, then ever smaller parts of those that are left, and begins again, as long as it helps
 * and there is time. Whatever is left out changes when others happen, so that what could not be left out once may be later.
 */
export async function shrink(failed: Regression, report: RunReport, beat: Int32Array): Promise<Regression> {
  const wanted = gistOf(report.failure);
  const began = process.cpuUsage();
  let best = { ...failed, decisions: report.decisions, blocks: report.blocks + 1 }; // it fails within the next
  const attempt = async (change: Partial<typeof best>): Promise<boolean> => {
    const { user, system } = process.cpuUsage(began);
    if ((user + system) / 1e6 > budgetSeconds) return false;
    const tried = { ...best, ...change };
    const { failure, decisions, blocks } = await replay(tried, beat);
    if (gistOf(failure) !== wanted) return false;
    best = { ...tried, decisions, blocks: Math.min(tried.blocks, blocks + 1) };
    return true;
  };
  if (!(await attempt({}))) return failed; // it needs more than these decisions
  for (const nodes of [1, 2, 4]) if (nodes < best.nodes && (await attempt({ nodes }))) break;
  for (let before = Number.POSITIVE_INFINITY; best.decisions.length < before; ) {
    before = best.decisions.length;
    for (const kind of new Set(best.decisions.map(kindOf)))
      await attempt({ decisions: best.decisions.filter((each) => kindOf(each) !== kind) });
    for (let size = before >> 1; size > 0; size >>= 1)
      for (let end = best.decisions.length; end > 0; end -= size)
        await attempt({ decisions: best.decisions.filter((_, at) => at < end - size || at >= end) });
  }
  return best;
}

/** What failed, without numbers and hashes, which differ from run to run. */
function gistOf(failure: string | undefined): string | undefined {
  const [first] = failure?.split('\n') ?? [];
  return first?.replace(/0x[0-9a-f]+|\d+/g, '#').slice(0, 100);
}
