import type { LongText } from './json-value.ts';
import type { RpcError } from './rpc-error.ts';

/** A connection over which the node can send notifications: a WebSocket. */
export interface Session {
  /**
   * Sends a message, a long one in parts as the client reads them. A client that reads too slowly is disconnected; a
   * closed session drops messages.
   */
  send(text: string | LongText): void;
  /** `listener` is called once, when the connection has ended or begins to. */
  onClose(listener: () => void): void;
  /** Closes the connection with a WebSocket close code and a reason of at most 123 bytes (RFC 6455, 5.5.1). */
  end(code: number, reason: string): void;
}

/** The sender of the requests of a connection. */
export type Client = {
  /** IP address */
  readonly address: string;
  /** The key for limits per client: an IPv4 address, or the first 52 bits of an IPv6 address. */
  readonly network: string;
};

/** Whether a response has been sent. */
export type SentListener = (isSent: boolean) => void;

/** Counts the bytes of one response until its client has read them. */
export interface UnreadResponse {
  /** Counts more bytes; when there is no room for them, returns the error instead. */
  reserve(bytes: number): RpcError | undefined;
  /** For its result, which a thread sends in parts; `reserve` counts what is made of it. */
  arriving(): ArrivingResult;
  /** Calls the listener once: when all of it has left this process, or when its connection has ended before. */
  onSent(listener: SentListener): void;
}

/** Counts a result while its parts arrive. */
export interface ArrivingResult {
  /** Counts a part; when there is no room for it, returns the error instead. */
  add(bytes: number): RpcError | undefined;
  /** All of it is there, or never will be. */
  release(): void;
}

/** The context of a request: its client and connection. */
export type Call = {
  readonly client: Client;
  /** The origin of a web page that may only call methods that are not guarded; undefined for all other clients. */
  readonly readOnlyOrigin: string | undefined;
  readonly session: Session | undefined;
  readonly unread: UnreadResponse;
  /** Aborted when the client has closed the connection. */
  readonly signal: AbortSignal;
  /** It comes from the program that has the node in its process. */
  readonly isInProcess?: true;
};
