import { FrameReader } from '#qord/consensus/comet/abci/frame-reader.ts';
import { decodeMessage, encodeFramed, type InputOf, type ValueOf } from '#qord/consensus/comet/abci/protobuf.ts';
import { request, response } from '#qord/consensus/comet/abci/types.ts';
import type { Connection } from '../world/connection.ts';
import type { World } from '../world/world.ts';

type Requests = InputOf<ValueOf<typeof request>>;
type Responses = ValueOf<typeof response>;
type Name = keyof Responses & keyof Requests;

/** A connection of CometBFT to an application, whose responses come in the order of the requests. */
export class AbciClient {
  readonly #note: (what: string) => void;
  readonly #connection: Connection;
  readonly #frames = new FrameReader();
  #waiting: ((answer: Responses | undefined) => void)[] = [];

  /** `name`: who asks, in the journal of the run */
  constructor(world: World, name: string, socketFile: string) {
    this.#note = (what) => world.note(name, what);
    const manners = { delayMs: 0.5, isCut: 0.05, readingMs: 0 };
    this.#connection = world.connect(socketFile, '127.0.0.1', manners, {
      onData: (bytes) => {
        for (const frame of this.#frames.push(bytes)) this.#waiting.shift()?.(decodeMessage(response, frame));
      },
      onClose: () => this.#end(),
    });
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Resolves with the response; undefined when the connection is lost. Rejects with the error of the application. */
  call<N extends Name>(name: N, value: Requests[N]): Promise<Responses[N] | undefined> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return resolve(undefined);
      const { height = '' } = value as { readonly height?: number };
      this.#note(`${name} ${height}`);
      this.#waiting.push((answer) => {
        if (answer?.exception !== undefined) reject(new Error(`${name}: ${answer.exception.error}`));
        else resolve(answer?.[name]);
      });
      this.#connection.send(Buffer.from(encodeFramed(request, { [name]: value })));
      return undefined;
    });
  }

  #end(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const settle of waiting) settle(undefined);
  }
}
