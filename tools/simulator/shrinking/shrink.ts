import { profiles } from '../profile.ts';
import { run } from '../run.ts';
import { kindOf } from '../world/decisions.ts';
import type { Regression } from './regression.ts';

/** Milliseconds that shrinking takes at most. */
const budgetMs = 120_000;

/** What a run of a regression comes to: why it fails, and the decisions that were made until then. */
type Outcome = { readonly failure: string | undefined; readonly decisions: readonly string[]; readonly blocks: number };

export async function replay({ seed, nodes, blocks, profile, every, decisions }: Regression): Promise<Outcome> {
  const only = decisions === undefined ? undefined : new Set(decisions);
  return await run({ seed, nodes, blocks, profile: profiles[profile], every, only });
}

/**
 * Looks for the fewest nodes, blocks, and decisions of clients and faults with which the same thing still fails: it
 * leaves out kinds of decisions first, then ever smaller parts of those that are left, as long as there is time.
 */
export async function shrink(failed: Regression, outcome: Outcome): Promise<Regression> {
  const wanted = gistOf(outcome.failure);
  const endsAt = performance.now() + budgetMs;
  let best: Regression = { ...failed, decisions: outcome.decisions, blocks: outcome.blocks + 1 }; // it fails within the next
  const attempt = async (change: Partial<Regression>): Promise<boolean> => {
    if (performance.now() > endsAt) return false;
    const tried = { ...best, ...change };
    const { failure, decisions, blocks } = await replay(tried);
    if (gistOf(failure) !== wanted) return false;
    best = { ...tried, decisions, blocks: Math.min(tried.blocks, blocks + 1) };
    return true;
  };
  if (!(await attempt({}))) return failed; // it needs more than these decisions
  for (const nodes of [1, 4]) if (nodes < best.nodes && (await attempt({ nodes }))) break;
  for (const kind of new Set(outcome.decisions.map(kindOf)))
    await attempt({ decisions: best.decisions?.filter((each) => kindOf(each) !== kind) ?? [] });
  for (let parts = 2, size = best.decisions?.length ?? 0; size > 0 && parts <= 2 * size; parts *= 2) {
    for (let part = 0; part < parts; part++) {
      const kept = best.decisions ?? [];
      const [from, to] = [Math.floor((part * size) / parts), Math.floor(((part + 1) * size) / parts)];
      if (to > from && from < kept.length) await attempt({ decisions: [...kept.slice(0, from), ...kept.slice(to)] });
    }
    size = best.decisions?.length ?? 0;
  }
  return best;
}

/** What failed, without numbers and hashes, which differ from run to run. */
function gistOf(failure: string | undefined): string | undefined {
  const [first] = failure?.split('\n') ?? [];
  return first?.replace(/0x[0-9a-f]+|\d+/g, '#').slice(0, 100);
}
