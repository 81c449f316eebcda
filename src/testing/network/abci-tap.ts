import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { FrameReader } from '../../consensus/comet/abci/frame-reader.ts';
import { decodeMessage, encodeFramed, type InputOf, type ValueOf } from '../../consensus/comet/abci/protobuf.ts';
import { request, response } from '../../consensus/comet/abci/types.ts';

/** A request of CometBFT, or the response of the node. Only one member of `content` is set. */
export type AbciMessage =
  | { readonly direction: 'request'; readonly content: ValueOf<typeof request> }
  | { readonly direction: 'response'; readonly content: ValueOf<typeof response> };

/**
 * What becomes of a message: it passes, nothing passes on its connection from here on, or another request or response
 * takes its place.
 */
export type MessageRule =
  | 'pass'
  | 'hold'
  | { readonly request: InputOf<ValueOf<typeof request>> }
  | { readonly response: InputOf<ValueOf<typeof response>> };

/** Stands between CometBFT and its application, so that a test can crash either between two messages, or change one. */
export class AbciTap {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** decides on each message */
  rule: (message: AbciMessage) => MessageRule = () => 'pass';

  private constructor(target: string) {
    this.#server = createServer((near) => {
      const far = connect(target);
      this.#pass('request', near, far);
      this.#pass('response', far, near);
    });
  }

  /** Both are files of unix sockets: where CometBFT connects, and where the application listens. */
  static async open(file: string, target: string): Promise<AbciTap> {
    const tap = new AbciTap(target);
    tap.#server.listen(file);
    await once(tap.#server, 'listening');
    return tap;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(direction: AbciMessage['direction'], from: Socket, to: Socket): void {
    this.#sockets.add(from);
    const frames = new FrameReader();
    let isHeld = false;
    from.on('data', (chunk) => {
      for (const frame of frames.push(chunk)) {
        const passage = isHeld ? 'hold' : this.#passageOf(direction, frame);
        isHeld = passage === 'hold';
        if (passage === 'pass') to.write(withLength(frame));
        else if (passage !== 'hold') to.write(encode(passage));
      }
    });
    from.on('error', () => {}); // 'close' follows
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  #passageOf(direction: AbciMessage['direction'], frame: Uint8Array): MessageRule {
    if (direction === 'request') return this.rule({ direction, content: decodeMessage(request, frame) });
    return this.rule({ direction, content: decodeMessage(response, frame) });
  }
}

function encode(other: Exclude<MessageRule, string>): Uint8Array {
  return 'request' in other ? encodeFramed(request, other.request) : encodeFramed(response, other.response);
}

function withLength(frame: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = frame.length;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) length.push((rest % 0x80) + 0x80);
  return Buffer.concat([Uint8Array.of(...length, rest), frame]);
}
