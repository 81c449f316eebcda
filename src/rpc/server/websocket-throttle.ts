import type { WebSocket } from 'ws';
import type { Client } from '../types.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requestCount } from './request-count.ts';

/**
 * Keeps a connection to the rate its client may have: after one message too many nothing more is read from it until
 * the client may ask again. So no request is lost, it only waits with the client.
 */
export function throttleWebSocket(socket: WebSocket, client: Client, limiter: RateLimiter): void {
  let pause: NodeJS.Timeout | undefined;
  socket.on('message', (data) => {
    limiter.charge(client, data instanceof Buffer ? requestCount(data) : 1);
    const wait = limiter.wait(client);
    if (wait === 0 || pause !== undefined) return;
    socket.pause();
    pause = setTimeout(() => {
      pause = undefined;
      socket.resume();
    }, wait);
  });
  socket.on('close', () => clearTimeout(pause));
}
