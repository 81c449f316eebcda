/** A WebSocket client that does as little as possible. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * A WebSocket that subscribes and notes when bytes arrive: messages are not decoded, so that the server is measured.
 */
export function subscribe(url, params) {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let onData = () => {
      const request = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params };
      onData = () => resolve({ socket, nextMessage: () => new Promise((next) => (onData = next)) });
      socket.write(textFrame(JSON.stringify(request)));
    };
    socket.on('data', () => onData());
    socket.on('error', reject);
    const key = randomBytes(16).toString('base64');
    const upgrade = `upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}`;
    socket.on('connect', () => socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n${upgrade}\r\n\r\n`));
  });
}

/** RFC 6455, 5.2: a masked text frame of 126 to 65,535 bytes, or shorter; the mask is zero. */
function textFrame(text) {
  const { length } = text;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), Buffer.from(text)]);
}
