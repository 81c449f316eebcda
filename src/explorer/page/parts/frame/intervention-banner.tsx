import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { head, readHead } from '../../lib/node/head.ts';
import { durationText, type Interventions, useInterventions } from '../../lib/node/interventions.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';
import { Time } from '../values/amounts.tsx';
import { BlockLink } from '../values/ids.tsx';

/** Seconds by which blocks may be beside the clock without anybody having moved the time. */
const toleranceSeconds = 2;

/** On every page of a development network: what somebody did to it that blocks do not show. */
export function InterventionBanner() {
  const { data } = useInterventions();
  const newest = data?.latestBlockHash;
  useEffect(() => {
    if (newest !== undefined && newest !== head.peek()?.hash) void readHead(); // a chain that goes back announces no block
  }, [newest]);
  const signs = data === undefined ? [] : signsOf(data);
  if (signs.length === 0) return null;
  return (
    <aside class="interventions" aria-label="Changes of this development network">
      {signs.map((sign, at) => (
        <span key={at}>{sign}</span>
      ))}
      <a href={href('/tools')}>Faucet and time</a>
    </aside>
  );
}

function signsOf({ timeShift, timeStep, snapshots, rewinds }: Interventions): readonly ComponentChildren[] {
  const signs: ComponentChildren[] = [];
  if (timeStep !== null) signs.push(`◷ each block is ${durationText(timeStep)} after the one before`);
  else if (Math.abs(timeShift) > toleranceSeconds) {
    const side = timeShift > 0 ? 'ahead of' : 'behind';
    signs.push(`◷ blocks are ${durationText(Math.abs(timeShift))} ${side} the clock`);
  }
  const heights = Object.values(snapshots).map(([height]) => height);
  const newest = heights.at(-1);
  if (newest !== undefined) {
    signs.push(
      <>
        ⚑ {counted(heights.length, 'snapshot')}, the newest at block <BlockLink height={newest} />
      </>,
    );
  }
  const [rewind] = rewinds;
  if (rewind !== undefined) {
    signs.push(
      <>
        ↶ went back from block {grouped(rewind.from)} to <BlockLink height={rewind.to} />{' '}
        <Time at={rewind.at} isOfClock />
      </>,
    );
  }
  return signs;
}
