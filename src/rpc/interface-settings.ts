import type { DispatchLimits } from './dispatch/dispatcher.ts';
import { type InterfaceOptions, readTlsFiles } from './server/options.ts';
import { RateLimiter } from './server/rate-limiter.ts';
import type { WebSocketOptions } from './server/websocket-hub.ts';

/** What every interface derives from its section of the configuration. */

/** nesting of arrays and objects in a request */
const maxDepth = 64;
/** milliseconds */
const pingIntervalMs = 30_000;

/** The limits of the dispatcher, from the section of an interface. */
export function dispatchLimits(options: InterfaceOptions): DispatchLimits {
  return {
    maxBatch: options['max-batch'],
    maxResponse: options['max-response-size'],
    maxBatchResponse: options['max-batch-response-size'],
    batchTimeoutMs: options['request-timeout'],
    maxDepth,
    maxValues: options['max-request-values'],
  };
}

/** undefined when the section sets no limit */
export function createRateLimiter({ 'rate-limit': perSecond }: InterfaceOptions): RateLimiter | undefined {
  return perSecond === 0 ? undefined : new RateLimiter(perSecond);
}

/** Throws a TlsFilesError when the files that the section names cannot be used. */
export function serverSettings(section: string, options: InterfaceOptions) {
  return {
    maxBodyBytes: options['max-body-size'],
    headerTimeoutMs: Math.min(options['header-timeout'], options['request-timeout']), // Node demands it
    requestTimeoutMs: options['request-timeout'],
    tls: readTlsFiles(section, options),
  };
}

/** `maxConnections`: 0 for no limit */
export function webSocketLimits(
  options: InterfaceOptions,
  maxConnections: number,
): Omit<WebSocketOptions, 'access' | 'rules' | 'limiter'> {
  return {
    maxConnections,
    maxMessageBytes: options['max-body-size'],
    maxUnreadBytes: options['max-unread-messages-per-connection'],
    maxUnreadTogetherBytes: options['max-unread-messages'],
    messageTimeoutMs: options['request-timeout'],
    pingIntervalMs,
  };
}
