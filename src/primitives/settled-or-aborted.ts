/** Waits for the promise, or for the signal. Rejects with what the promise rejects with. */
export function settledOrAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    promise.then(end, (error: unknown) => {
      signal.removeEventListener('abort', end);
      reject(error);
    });
    if (signal.aborted) end();
  });
}
