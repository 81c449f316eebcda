import type { Deadline } from '../../chain/build-block.ts';
import type { Clock } from './clock.ts';

/**
 * Least gas that a millisecond of execution uses: nothing that a transaction can do is slower (docs/gas.md, which `npm
 * run bench -- gas` measures).
 */
const slowestGasPerMillisecond = 40_000n;
/**
 * Share of the time in which a transaction of any size may start; otherwise one that is too large for the whole time
 * never would.
 */
const openShare = 0.1;

/**
 * A deadline `timeLimit` milliseconds from now: a transaction starts only when all its gas can be used by then.
 * `finishing`: milliseconds of the limit that each transaction in the block takes once all are executed.
 */
export function buildDeadline(clock: Pick<Clock, 'elapsed'>, timeLimit: number, finishing = 0): Deadline {
  const startedAt = clock.elapsed();
  const passed = () => clock.elapsed() - startedAt;
  return {
    isOver: (taken) => passed() + taken * finishing >= timeLimit,
    hasTimeFor: (gas) => {
      const now = passed();
      return now < openShare * timeLimit || now + Number(gas / slowestGasPerMillisecond) <= timeLimit;
    },
  };
}
