import type { WebSocket } from 'ws';
import type { RateLimiter } from './rate-limiter.ts';
import { requestCount } from './request-count.ts';

/**
 * Keeps a connection to the rate its address may have: after one message too many nothing more is read from it until
 * the address may ask again. So no request is lost, it only waits with the client.
 */
export function slowDown(socket: WebSocket, address: string, limiter: RateLimiter): void {
  let pause: NodeJS.Timeout | undefined;
  socket.on('message', (data) => {
    limiter.charge(address, data instanceof Buffer ? requestCount(data) : 1);
    const wait = limiter.wait(address);
    if (wait === 0 || pause !== undefined) return;
    socket.pause();
    pause = setTimeout(() => {
      pause = undefined;
      socket.resume();
    }, wait);
  });
  socket.on('close', () => clearTimeout(pause));
}
