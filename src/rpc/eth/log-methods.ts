import type { Methods } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import { findLogs } from './logs/find-logs.ts';
import { logRequestParam } from './logs/log-request.ts';
import type { LogTexts } from './logs/log-texts.ts';
import type { EthParts } from './parts.ts';
import { logsSchema } from './schemas.ts';

/** Events of contracts and modules. */
export function logMethods({ chain, limits }: Pick<EthParts, 'chain' | 'limits'>, texts: LogTexts): Methods {
  return {
    eth_getLogs: define(
      `Logs of a range of blocks or of one block, ${limits.filterCap} at most.`,
      [logRequestParam],
      logsSchema,
      ([request]) => texts.list(findLogs(chain, request, limits.filterCap)),
    ),
  };
}
