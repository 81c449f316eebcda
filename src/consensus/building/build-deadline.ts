import type { Deadline } from '../../chain/build-block.ts';
import type { Clock } from './clock.ts';

/**
 * Gas that a millisecond of execution uses up at least: nothing that a transaction can do is slower (docs/gas.md, which
 * `npm run bench -- gas` measures).
 */
const slowestGasPerMillisecond = 40_000n;
/** Share of the time in which a transaction of any size may begin, else one that is too large for all of it never would. */
const openShare = 0.1;

/**
 * `timeLimit` milliseconds from now, in which a transaction begins only when all its gas can be used up by then.
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
