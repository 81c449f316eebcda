import type { Chain } from '../../chain/chain.ts';
import type { Network } from '../open-network.ts';
import type { Log } from './create-log.ts';
import { logPrints } from './log-prints.ts';

/** Logs the blocks of a network, and what their transactions print unless the configuration silences it. */
export function logNetwork({ chain, parts: { config } }: Network, log: Log): void {
  logBlocks(chain, log);
  if (config.development['print-logs']) logPrints(chain, log);
}

/** One line per block. */
function logBlocks(chain: Chain, log: Log): void {
  chain.onBlock({ kind: 'client', name: 'log of blocks' }, ({ block: { header } }) => {
    const { number: height, transactionCount: txs, gasUsed, hash } = header;
    log.info({ height, txs, gas: Number(gasUsed), hash }, 'block');
  });
}
