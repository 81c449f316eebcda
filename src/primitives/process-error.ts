/** What V8 says when this process has no memory or stack left. Messages about input begin otherwise, whatever it says. */
const exhausted = /^(?:Maximum call stack size exceeded|Array buffer allocation failed|WebAssembly\.\w+\(\): )/;

/**
 * Throws an error again that comes from this process: a file or a library that could not be loaded, memory or stack that
 * ran out. For whoever turns what a decoder throws into "invalid": other nodes would find the same bytes valid.
 */
export function rethrowProcessError(error: unknown): void {
  const isOfInput = error instanceof Error && !('code' in error) && !exhausted.test(error.message);
  if (!isOfInput || error.name === 'RuntimeError') throw error; // the latter is that of WebAssembly
}
