import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { logsSchema } from '../evm-common/schemas.ts';
import type { Methods } from '../types.ts';
import { logRequestParam } from './logs/log-request.ts';
import type { LogSearches } from './logs/log-searches.ts';

/** Events of contracts and modules. */
export function logMethods({ limits }: Pick<EthDependencies, 'limits'>, searches: LogSearches): Methods {
  return {
    eth_getLogs: define(
      `Logs of a range of blocks or of one block, ${limits.filterCap} at most.`,
      [logRequestParam],
      logsSchema,
      ([request], call) => searches.list(request, call),
    ),
  };
}
