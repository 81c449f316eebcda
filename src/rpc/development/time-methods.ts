import { type DevelopmentControl, type Methods, RpcFault } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import type { EthParts } from '../eth/parts.ts';
import { forAll } from './aliases.ts';
import { numberParam } from './params.ts';

const integer = { type: 'integer' } as const;
const nothing = { type: 'null' } as const;

/** The time of blocks to come. */
export function timeMethods(control: DevelopmentControl, { chain }: Pick<EthParts, 'chain'>): Methods {
  const seconds = numberParam('seconds', 'Seconds.');
  const timestamp = numberParam('timestamp', 'Seconds since 1970.');
  return {
    ...forAll(
      'increaseTime',
      define('Moves the time of further blocks; answers by how many seconds in all.', [seconds], integer, ([more]) => {
        control.setTimeShift(control.timeShift + more * 1000);
        return Math.floor(control.timeShift / 1000);
      }),
    ),
    ...forAll(
      'setNextBlockTimestamp',
      define('Sets the time of the next block.', [timestamp], nothing, ([time]) => {
        const last = chain.head().timestamp;
        if (time <= last) {
          const words = `Timestamp error: ${time} is lower than or equal to previous block's timestamp ${last}`;
          throw new RpcFault(-32602, words);
        }
        control.setNextTime(time * 1000);
        return null;
      }),
    ),
    ...forAll(
      'setTime',
      define('Sets the time; answers by how many seconds it moved.', [timestamp], integer, ([time]) => {
        const move = time * 1000 - control.time;
        control.setTimeShift(control.timeShift + move);
        return Math.round(move / 1000);
      }),
    ),
    ...stepMethods(control),
  };
}

/** A fixed time from block to block. Only anvil has it: clients send Hardhat's intervals in milliseconds. */
function stepMethods(control: DevelopmentControl): Methods {
  const step = numberParam('seconds', 'Seconds from each block to the next.');
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
      'Times further blocks by the clock; answers whether there was a step.',
      [],
      { type: 'boolean' },
      () => {
        const hadStep = control.timeStep !== undefined;
        control.setTimeStep(undefined);
        return hadStep;
      },
    ),
  };
}
