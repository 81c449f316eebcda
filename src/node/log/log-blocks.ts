import type { Chain } from '../../chain/chain.ts';
import type { Log } from './create-log.ts';

/** One line per block. */
export function logBlocks(chain: Chain, log: Log): void {
  chain.onBlock({ kind: 'client', name: 'log of blocks' }, ({ block: { header } }) => {
    const { number: height, transactionCount: txs, gasUsed, hash } = header;
    log.info({ height, txs, gas: Number(gasUsed), hash }, 'block');
  });
}
