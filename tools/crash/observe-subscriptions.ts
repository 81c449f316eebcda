import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { CrashObserver } from './crash-observer.ts';

/** Subscribes to blocks and logs and records each, until the node has ended; rejects then. */
export async function observeSubscriptions(url: string, observer: CrashObserver): Promise<never> {
  const socket = new WebSocket(url);
  const failed = once(socket, 'close').then(() => {
    throw new Error('the node is gone');
  });
  socket.on('error', () => {});
  socket.on('open', () => {
    for (const [id, kind] of ['newHeads', 'logs'].entries()) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: [kind] }));
    }
  });
  const contradicted = new Promise<never>((_, reject) => {
    socket.on('message', (data) => {
      try {
        const result = JSON.parse(String(data)).params?.result;
        if (result?.blockHash !== undefined) observer.observeLog(result);
        else if (result !== undefined) observer.observeBlock(result);
      } catch (error) {
        reject(error);
      }
    });
  });
  return Promise.race([failed, contradicted]);
}
