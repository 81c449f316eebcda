import { define, ofChain } from '../dispatch/define.ts';
import { logsSchema } from '../evm-common/schemas.ts';
import type { Methods } from '../method.ts';
import { logRequestParam } from './logs/log-request.ts';
import type { ReadLogs } from './logs/read-logs.ts';

/** Events of contracts and modules. */
export function logMethods(filterCap: number, readLogs: ReadLogs): Methods {
  return {
    eth_getLogs: ofChain(
      define(
        `Logs of one block, or of a range of blocks, ${filterCap} at most.`,
        [logRequestParam],
        logsSchema,
        ([request], call) => readLogs(request, call),
      ),
    ),
  };
}
