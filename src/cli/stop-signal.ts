/** npm passes on a Ctrl-C that the terminal has already delivered: the second one is not the user's. */
const echoMilliseconds = 500;

/** Resolves at the first SIGINT or SIGTERM. From half a second later on, another one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      resolve(signal);
      setTimeout(restoreDefaults, echoMilliseconds).unref();
    };
    const restoreDefaults = () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
