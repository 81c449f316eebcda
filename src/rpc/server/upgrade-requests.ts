import type { IncomingMessage } from 'node:http';

/** Whether a request wants the connection to become a WebSocket. */
export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

const upgradeHeaders = new Set(['upgrade', 'http2-settings']);

/**
 * The head of a request that offers to speak another protocol, without the offer, which may be ignored (RFC 9110, 7.8):
 * Java's HttpClient and `curl --http2` offer HTTP/2 with the first request of each connection, also with POST.
 */
export function withoutUpgradeHeader({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const rest = name.toLowerCase() === 'connection' ? withoutUpgradeOptions(value) : value;
    if (!upgradeHeaders.has(name.toLowerCase()) && rest !== undefined) lines.push(`${name}: ${rest}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** What is left of a list of connection options; undefined when nothing is. */
function withoutUpgradeOptions(value: string): string | undefined {
  const options = value.split(',').map((option) => option.trim());
  const left = options.filter((option) => !upgradeHeaders.has(option.toLowerCase()));
  return left.length === 0 ? undefined : left.join(', ');
}
