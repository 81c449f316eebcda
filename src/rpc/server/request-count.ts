const openBracket = 0x5b;
const spaces = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** How many requests a body holds, without parsing it: of a batch, how often the word `"method"` stands in it. */
export function requestCount(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let start = 0;
  while (spaces.has(bytes[start] ?? 0)) start++;
  if (bytes[start] !== openBracket) return 1;
  let count = 0;
  for (let at = bytes.indexOf('"method"', start); at >= 0; at = bytes.indexOf('"method"', at + 1)) count++;
  return Math.max(1, count);
}
