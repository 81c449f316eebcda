import { namesLimit } from '../node/limits.ts';
import type { Connection, WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';

/** Codes of a close: what was subscribed to has ended, or a message is longer than the node takes. */
const [serviceRestart, tooLong] = [1012, 1009];

/** Milliseconds between two pings: who has not answered one by the next is too slow. */
const pingMs = 30_000;
/** Milliseconds for a piece, above which a client may come to a ping after the next one. */
const missedPingMs = 1_000;

const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** What a client hears over a WebSocket: whole messages, and once the end. */
export type MessageListener = { onMessage(text: string): void; onClose(): void };

/** A client of a WebSocket interface (RFC 6455). */
export class WebSocketClient {
  readonly #connection: Connection;
  readonly #world: World;
  readonly #listener: MessageListener;
  #unread = Buffer.alloc(0);
  #isUpgraded = false;
  /** The server has said why it ends the connection. */
  #wasTold = false;
  readonly #unsent: (readonly string[])[] = [];
  #parts: Buffer[] = [];

  constructor(world: World, port: number, address: string, manners: WireManners, listener: MessageListener) {
    this.#world = world;
    this.#listener = listener;
    const openedMs = world.scheduler.nowMs;
    this.#connection = world.connect(port, address, manners, {
      onData: (bytes) => this.#receive(bytes),
      onClose: () => {
        // the reason, or a ping that it should have answered, may wait behind messages that a slow client has not read
        const isFull = manners.readingMs > 1 && world.small.has('json-rpc.max-unread-messages-per-connection');
        const isTooSlow = isFull || (manners.readingMs > missedPingMs && world.scheduler.nowMs - openedMs >= pingMs);
        if (!this.#wasTold && !isTooSlow)
          world.assertEnds(this.#connection.server, 'a WebSocket is closed for a reason');
        listener.onClose();
      },
    });
    const key = Buffer.from(world.random.bytes(16)).toString('base64');
    const lines = [
      'upgrade: websocket',
      'connection: Upgrade',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${key}`,
    ];
    this.#connection.send(Buffer.from(`GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('\r\n')}\r\n\r\n`));
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  send(text: string): void {
    this.sendTogether([text]);
  }

  /** Sends messages that arrive in one piece: the server reads all of them, even if it pauses after the first. */
  sendTogether(texts: readonly string[]): void {
    const frames = () => texts.map((text) => this.#frame(opcodes.text, Buffer.from(text)));
    if (this.#isUpgraded) this.#connection.send(Buffer.concat(frames()));
    else this.#unsent.push(texts);
  }

  leave(): void {
    this.#connection.leave();
  }

  #receive(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    if (!this.#isUpgraded && !this.#readHandshake()) return;
    for (;;) {
      const frame = readFrame(this.#unread);
      if (frame === undefined) return;
      this.#unread = this.#unread.subarray(frame.size);
      this.#take(frame);
    }
  }

  /** Whether the server has accepted. */
  #readHandshake(): boolean {
    const end = this.#unread.indexOf('\r\n\r\n');
    if (end < 0) return false;
    if (!this.#unread.toString('latin1', 0, 12).endsWith('101')) {
      namesLimit(this.#world, this.#unread.toString());
      this.#connection.leave();
      this.#listener.onClose();
      return false;
    }
    this.#unread = this.#unread.subarray(end + 4);
    this.#isUpgraded = true;
    for (const texts of this.#unsent) this.sendTogether(texts);
    return true;
  }

  #take({ opcode, isLast, payload }: Frame): void {
    if (opcode === opcodes.ping) this.#connection.send(this.#frame(opcodes.pong, payload));
    if (opcode === opcodes.close) {
      this.#wasTold = this.#isReason(payload);
      this.#connection.send(this.#frame(opcodes.close, payload.subarray(0, 2)));
    }
    if (opcode > opcodes.text) return;
    this.#parts.push(payload);
    if (!isLast) return;
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    namesLimit(this.#world, text);
    this.#listener.onMessage(text);
  }

  /** Whether the payload of a close names a limit, or something that concerns this connection only. */
  #isReason(payload: Buffer): boolean {
    const code = payload.length < 2 ? 0 : payload.readUInt16BE(0);
    const isTooLong = code === tooLong && this.#world.small.has('json-rpc.max-body-size');
    return namesLimit(this.#world, payload.toString('utf8', 2)) || isTooLong || code === serviceRestart;
  }

  #frame(opcode: number, payload: Buffer): Buffer {
    const mask = Buffer.from(this.#world.random.bytes(4));
    const length = payload.length < 126 ? 0 : payload.length < 65_536 ? 2 : 8;
    const head = Buffer.alloc(2 + length);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (length === 0 ? payload.length : length === 2 ? 126 : 127);
    if (length === 2) head.writeUInt16BE(payload.length, 2);
    if (length === 8) head.writeBigUInt64BE(BigInt(payload.length), 2);
    const masked = payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0));
    return Buffer.concat([head, mask, masked]);
  }
}

type Frame = { readonly opcode: number; readonly isLast: boolean; readonly payload: Buffer; readonly size: number };

/** The first frame in the bytes, of a server, which masks none; undefined while it is not there to its end. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const extended = second === 126 ? 2 : second === 127 ? 8 : 0;
  if (bytes.length < 2 + extended) return undefined;
  const length = extended === 0 ? second : extended === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = 2 + extended + length;
  if (bytes.length < size) return undefined;
  return { opcode: first & 15, isLast: first >= 128, payload: bytes.subarray(2 + extended, size), size };
}
