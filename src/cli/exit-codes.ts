/** The exit codes of the process. */
export const exitCodes = {
  success: { code: 0, meaning: 'done' },
  failure: { code: 1, meaning: 'the operation failed: rejected, reverted, not found or not confirmed' },
  usage: { code: 2, meaning: 'unknown command or option, missing or malformed argument' },
  config: { code: 3, meaning: 'configuration, genesis or data of the home folder cannot be used' },
  busy: { code: 4, meaning: 'a port is in use, or another qord uses the home folder' },
  unreachable: { code: 5, meaning: 'no node responds' },
  key: { code: 6, meaning: 'no such key, a wrong password, or an unusable key file' },
  halted: {
    code: 7,
    meaning: 'the node has stopped following its network, because its state differs or it gets no blocks any more',
  },
  consensus: { code: 8, meaning: 'CometBFT could not be kept running' },
  crash: { code: 9, meaning: 'the node has ended by an error of the program: start it again' },
  pipe: { code: 141, meaning: 'the reader of the output stopped reading (128 + SIGPIPE, as for other programs)' },
} as const;

export type ExitName = keyof typeof exitCodes;

/** A command failed. The message is one line that says what to do. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exit: ExitName;
  constructor(exit: ExitName, message: string) {
    super(message);
    this.exit = exit;
  }
}
