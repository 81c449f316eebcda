import type { Methods } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import { logRequestParam } from './logs/log-request.ts';
import type { LogSearches } from './logs/log-searches.ts';
import type { EthParts } from './parts.ts';
import { logsSchema } from './schemas.ts';

/** Events of contracts and modules. */
export function logMethods({ limits }: Pick<EthParts, 'limits'>, searches: LogSearches): Methods {
  return {
    eth_getLogs: define(
      `Logs of a range of blocks or of one block, ${limits.filterCap} at most.`,
      [logRequestParam],
      logsSchema,
      ([request], call) => searches.list(request, call),
    ),
  };
}
