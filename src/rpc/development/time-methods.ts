import { maxTimestampSeconds } from '../../primitives/time.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Methods } from '../method.ts';
import { alsoNamed } from '../params/param-type.ts';
import { RpcError } from '../rpc-error.ts';
import { setter, toolMethod } from './aliases.ts';
import { secondsParam } from './params.ts';

const integer = { type: 'integer' } as const;
const nothing = { type: 'null' } as const;

/** The time of further blocks: set when none is being made, and compared with the newest block then. */
export function timeMethods(control: DevelopmentControl, { chain }: Pick<EthDependencies, 'chain'>): Methods {
  const seconds = secondsParam('seconds', 'Seconds.');
  const timestamp = alsoNamed(secondsParam('timestamp', 'Seconds since 1970.'), 'seconds');
  return {
    ...toolMethod(
      'increaseTime',
      'Moves the time of further blocks; returns the total shift in seconds.',
      [seconds],
      integer,
      ([more]) =>
        control.exclusively(() => {
          const shift = control.timeShiftMs + more * 1000;
          if (shift > maxTimestampSeconds * 1000) throw new RpcError(-32602, 'no time is later than the year 9999');
          control.setTimeShift(shift);
          return Math.floor(control.timeShiftMs / 1000);
        }),
    ),
    ...setter('setNextBlockTimestamp', 'Sets the time of the next block.', [timestamp], ([time]) =>
      control.exclusively(() => control.setNextTime(timeAfterHead(chain, time))),
    ),
    ...toolMethod(
      'setTime',
      'Sets the time; returns by how many seconds it moved on, 0 when it moved back.',
      [timestamp],
      integer,
      ([time]) =>
        control.exclusively(() => {
          const wanted = timeAfterHead(chain, time);
          const move = wanted - control.time;
          control.setTime(wanted);
          return Math.max(0, Math.round(move / 1000)); // as anvil, whose clients expect no sign
        }),
    ),
    ...stepMethods(control),
  };
}

/** Seconds → milliseconds of a block that may follow. Throws an RpcError unless it is later than the newest block. */
export function timeAfterHead(chain: EthDependencies['chain'], seconds: number): number {
  const last = chain.head().timestamp;
  if (seconds <= last) {
    const words = `Timestamp error: ${seconds} is lower than or equal to previous block's timestamp ${last}`;
    throw new RpcError(-32602, words);
  }
  return seconds * 1000;
}

/** A fixed time from block to block. Only anvil has it: clients send Hardhat's intervals in milliseconds. */
function stepMethods(control: DevelopmentControl): Methods {
  const step = secondsParam('seconds', 'Seconds from each block to the next.');
  return {
    anvil_setBlockTimestampInterval: define(
      'Times further blocks by a fixed step, whatever the clock says.',
      [step],
      nothing,
      ([seconds]) => {
        control.setTimeStep(seconds * 1000);
        return null;
      },
    ),
    anvil_removeBlockTimestampInterval: define(
      'Times further blocks by the clock; returns whether there was a step.',
      [],
      { type: 'boolean' },
      () => {
        const hadStep = control.timeStepMs !== undefined;
        control.setTimeStep(undefined);
        return hadStep;
      },
    ),
  };
}
