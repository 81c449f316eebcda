import { setTimeout } from '../primitives/machine.ts';

/** npm passes on a Ctrl-C that the terminal has already delivered: the second one is not the user's. */
const echoMs = 500;

/** Ctrl-C, what service managers send, and the end of the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until the function that it returns is called, such a signal has `work` done before it ends the process. */
export function beforeStop(work: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    off();
    work();
    process.kill(process.pid, signal);
  };
  const off = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return off;
}

/** Resolves at the first of these signals. From half a second later on, another one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      resolve(signal);
      setTimeout(restoreDefaults, echoMs).unref();
    };
    const restoreDefaults = () => {
      for (const signal of signals) process.off(signal, onSignal);
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
