import { recentBlocks } from '../../lib/blocks/recent-blocks.ts';
import { href } from '../../lib/site/router.ts';
import { grouped, percent } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';

const shown = 60;

/** The newest blocks as columns, newest on the left. */
export function BlockStrip() {
  const blocks = recentBlocks.value.slice(0, shown);
  return (
    <div class="strip">
      {blocks.map(({ height, gasUsed, gasLimit, transactions }, place) => {
        const used = Number((gasUsed * 1000n) / gasLimit) / 10;
        const text = `block ${grouped(height)}: ${counted(transactions, 'transaction')}, ${percent(gasUsed, gasLimit)} of the gas`;
        return (
          <a key={place} href={href(`/block/${height}`)} title={text} aria-label={text}>
            <span style={{ height: `${transactions === 0 ? 0 : Math.max(used, 4)}%` }} />
          </a>
        );
      })}
    </div>
  );
}
