/** WebSocket close codes (RFC 6455, 7.4.1, and the registry of IANA). */
export const goingAway = 1001;
export const serviceRestart = 1012;

/** What carries the messages of a session: a WebSocket, or a stream of texts. */
export type MessageSocket = {
  /** false: messages have no frames but their own text */
  readonly hasFrames?: boolean;
  readonly OPEN: number;
  readonly readyState: number;
  /** bytes that the client has not read */
  readonly bufferedAmount: number;
  send(text: string, done: () => void): void;
  /** `fin` is false for a part that is not the last. */
  send(text: string, part: { readonly fin: boolean }): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[]) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  once(event: 'close', listener: () => void): unknown;
};
