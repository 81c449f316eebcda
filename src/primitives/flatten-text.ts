/**
 * The same text as a flat string. V8 represents a concatenation as a tree (a rope), and each use of it in a longer text
 * walks the tree again: flatten a text before it is stored for repeated use.
 */
export function flattenText(text: string): string {
  Buffer.byteLength(text); // V8 flattens the string to count its bytes, at half the cost of a copy
  return text;
}
