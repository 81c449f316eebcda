import type { Chain } from '../chain/chain.ts';
import type { BlockProducer } from '../consensus/single/block-producer.ts';
import { blockTimeFactor } from '../modules/readers.ts';

/**
 * Lets the producer wait as many times its configured interval, in milliseconds, as PRISM's block time is of its
 * default. While PRISM changes nothing, an interval that somebody has set meanwhile stays.
 */
export function followBlockTime(chain: Chain, producer: BlockProducer, configured: number): void {
  let followed = 1;
  const follow = () => {
    const factor = blockTimeFactor(chain.headState());
    if (factor === followed) return;
    followed = factor;
    producer.setBlockInterval(Math.round(configured * factor));
  };
  chain.onBlock({ kind: 'critical', name: 'block time' }, follow);
  follow();
}
