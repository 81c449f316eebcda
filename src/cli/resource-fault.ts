/**
 * One line that says what to do when the system gives the process too few resources; undefined for any other error.
 * Imports nothing, because nothing more can be loaded then.
 */
export function resourceFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EMFILE' || code === 'ENFILE') {
    return 'too few open files are allowed (EMFILE): raise the limit with ulimit -n 4096';
  }
  if (/WebAssembly\.\w+\(\): .*(?:memory|allocate)/i.test(error.message)) {
    return 'too little address space is allowed, most of which takes no memory: raise the limit with ulimit -v unlimited';
  }
  return undefined;
}
