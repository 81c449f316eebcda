/** A connection that is told things, whether it reads them or not. */
type Reader = {
  /** bytes that wait to be read */
  readonly unread: number;
  end(code: number, reason: string): void;
};

/** WebSocket close code (RFC 6455 section 7.4.1): try again later. */
const tryAgainLater = 1013;

/** When more than `limit` bytes wait to be read, closes the connections with most of them, until half of it is free. */
export function endSlowest(readers: Iterable<Reader>, limit: number): void {
  const behind: { readonly reader: Reader; readonly unread: number }[] = [];
  let total = 0;
  for (const reader of readers) {
    const { unread } = reader;
    total += unread;
    if (unread > 0) behind.push({ reader, unread });
  }
  if (total <= limit) return;
  behind.sort((left, right) => right.unread - left.unread);
  for (const { reader, unread } of behind) {
    if (total <= limit / 2) return;
    reader.end(tryAgainLater, 'too slow: messages of all connections pile up unread (max-unread-messages)');
    total -= unread;
  }
}
