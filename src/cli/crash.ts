import { CliError } from './exit-codes.ts';

/**
 * Rejects with the first error of the process that nobody has caught, which is a fault of the program: what is in
 * memory cannot be trusted any more, so the node ends. `report` gets the error for the log. Later ones are ignored.
 */
export function crash(report: (error: unknown) => void): Promise<never> {
  const { promise, reject } = withReject();
  let isFirst = true;
  process.on('uncaughtException', (error) => {
    if (!isFirst) return;
    isFirst = false;
    report(error);
    reject(crashError(error));
  });
  return promise;
}

function crashError(error: unknown): CliError {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const remedy = 'all blocks that were reported are on disk; start the node again, and report this line';
  return new CliError('crash', `the node has ended by an error of the program (${reason}): ${remedy}`);
}

function withReject(): { readonly promise: Promise<never>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, rejected) => {
    reject = rejected;
  });
  promise.catch(() => {}); // whoever awaits it gets the error
  return { promise, reject };
}
