import { createInterface } from 'node:readline';
import { CliError } from './exit-codes.ts';
import { Output, type OutputStream } from './output.ts';

/** Input and output of a command. */
export type Terminal = {
  /** whether prompts are possible: input and error output are a terminal */
  readonly isInteractive: boolean;
  /** results, one line or more */
  print(text: string): void;
  /** a long result, as fast as it is read; ends early when its reader has closed */
  printParts(parts: AsyncIterable<string>): Promise<void>;
  /** a line of a log, with its end; lost when nobody reads the output */
  write(line: string): void;
  /** everything but results: hints, warnings, progress */
  note(text: string): void;
  /** whether error output is a terminal, where a line can be overwritten */
  readonly isOverwritable: boolean;
  /** Overwrites the current line of the terminal; the last call ends it. */
  overwrite(line: string, isLast: boolean): void;
  /** Prompts with echo. */
  ask(question: string): Promise<string>;
  /** Prompts without echo. */
  askHidden(question: string): Promise<string>;
  /**
   * Resolves when all output has left the process, with the reason why results could not be written: EPIPE when their
   * reader has left.
   */
  finish(): Promise<NodeJS.ErrnoException | undefined>;
};

type Input = NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(on: boolean): unknown });

/** The terminal of this process, or of the given streams. */
export function createTerminal(
  streams: { input: Input; output: OutputStream; errors: OutputStream } = processStreams,
): Terminal {
  const { input, output, errors } = streams;
  const [results, notes] = [new Output(output), new Output(errors)];
  return {
    isInteractive: input.isTTY === true && errors.isTTY === true,
    print: (text) => results.write(`${text}\n`),
    printParts: async (parts) => {
      await results.writeAll(parts);
      results.write('\n');
    },
    write: (line) => results.writeLine(line),
    note: (text) => notes.writeLine(`${text}\n`),
    isOverwritable: errors.isTTY === true,
    overwrite: (line, isLast) => notes.write(`\r${line}${isLast ? '\n' : ''}`),
    ask: (question) => readLine(input, errors, question),
    askHidden: (question) => readHidden(input, errors, question),
    finish: async () => {
      await Promise.all([results.flushed(), notes.flushed()]);
      return results.failure;
    },
  };
}

const processStreams = { input: process.stdin, output: process.stdout, errors: process.stderr };

function readLine(input: Input, output: OutputStream, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, output });
    lines.once('close', () => reject(cancelled()));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

const keys = { enter: '\r', newline: '\n', interrupt: '\u0003', end: '\u0004', backspace: '\u007f', delete: '\b' };

/** Reads raw keys, so that the terminal echoes none of them, not even those typed at the moment the prompt appears. */
function readHidden(input: Input, output: OutputStream, question: string): Promise<string> {
  input.setRawMode?.(true);
  output.write(question);
  input.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (rest: string, settle: () => void) => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      if (rest !== '') input.unshift(rest); // input for the next prompt, pasted with this one
      output.write('\n');
      settle();
    };
    const onData = (data: string | Buffer) => {
      const arrived = [...String(data)];
      for (const [at, key] of arrived.entries()) {
        const rest = arrived.slice(at + 1).join('');
        if (key === keys.enter) return finish(rest.replace(/^\n/, ''), () => resolve(typed));
        if (key === keys.newline) return finish(rest, () => resolve(typed));
        if (key === keys.interrupt || key === keys.end) return finish('', () => reject(cancelled()));
        typed = key === keys.backspace || key === keys.delete ? [...typed].slice(0, -1).join('') : typed + key;
      }
    };
    input.on('data', onData);
    input.resume();
  });
}

const cancelled = (): CliError => new CliError('failure', 'cancelled');
