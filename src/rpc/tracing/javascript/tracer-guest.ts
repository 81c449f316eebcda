import type { QuickJSHandle } from 'quickjs-emscripten-core';
import { tracedOpcode } from '../../../evm/tracing/traced-opcode.ts';
import { RpcError } from '../../rpc-error.ts';
import { bigIntegerSource } from '../../sandbox/quickjs.ts';
import { type Sandbox, type SandboxValue, saysOutOfMemory } from '../../sandbox/sandbox.ts';
import { type GuestHost, TracerMistakeError } from './guest-host.ts';
import { guestLibrary } from './guest-library.ts';

const opcodeNames = JSON.stringify(Array.from({ length: 256 }, (_, number) => tracedOpcode(number).name));

type EntryName = 'open' | 'step' | 'fault' | 'enter' | 'exit' | 'result' | 'text';

type GuestOptions = {
  /** Source of the tracer: an expression. */
  readonly source: string;
  /** JSON text for setup() */
  readonly config: string;
  readonly host: GuestHost;
  /** Called with the length of the result before it is copied. */
  readonly charge: (length: number) => void;
  readonly outOfMemory: () => RpcError;
};

/** A tracer in its sandbox. All that it throws arrives as an RpcError that names the function. */
export class TracerGuest {
  readonly #sandbox: Sandbox;
  readonly #entries: Readonly<Record<EntryName, QuickJSHandle>>;
  readonly #outOfMemory: () => RpcError;
  #running: EntryName = 'open';
  #thrown: string | undefined;
  hasStep = false;
  hasFrames = false;

  constructor(sandbox: Sandbox, { source, config, host, charge, outOfMemory }: GuestOptions) {
    this.#sandbox = sandbox;
    this.#outOfMemory = outOfMemory;
    const functions = sandbox.functions({ ...host.functions(), ...this.#functions(charge) });
    const library = sandbox.evaluate(guestLibrary, 'library.js');
    const entries = sandbox.call(library, [functions, opcodeNames]);
    const entry = (name: EntryName) => sandbox.member(entries, name);
    this.#entries = {
      open: entry('open'),
      step: entry('step'),
      fault: entry('fault'),
      enter: entry('enter'),
      exit: entry('exit'),
      result: entry('result'),
      text: entry('text'),
    };
    entries.dispose();
    this.#run('open', [sandbox.evaluate(`(${source}\n)`, 'tracer.js'), config]);
  }

  step(...values: readonly SandboxValue[]): void {
    this.#run('step', values);
  }

  fault(error: string): void {
    this.#run('fault', [error]);
  }

  enter(): void {
    this.#run('enter', []);
  }

  exit(): void {
    this.#run('exit', []);
  }

  /** The result as JSON text; afterwards the tracer is gone. `fields`: JSON text of what becomes `ctx` */
  result(fields: string): string {
    this.#run('result', [fields]);
    const handle = this.#sandbox.call(this.#entries.text, []);
    const text = this.#sandbox.text(handle);
    handle.dispose();
    this.#sandbox.dispose();
    return text;
  }

  #functions(charge: GuestOptions['charge']): Parameters<Sandbox['functions']>[0] {
    const sandbox = this.#sandbox;
    return {
      fail: (given) => {
        sandbox.fail(new TracerMistakeError(given.text(0)));
        return undefined;
      },
      thrown: (given) => {
        this.#thrown = given.text(0);
        return undefined;
      },
      charge: (given) => {
        charge(given.number(0));
        return undefined;
      },
      opened: (given) => {
        this.hasStep = given.number(0) === 1;
        this.hasFrames = given.number(1) === 1;
        return undefined;
      },
      bigInteger: () => sandbox.evaluate(bigIntegerSource(), 'big-integer.js'),
    };
  }

  #run(name: EntryName, values: readonly (SandboxValue | QuickJSHandle)[]): void {
    this.#running = name;
    try {
      this.#sandbox.call(this.#entries[name], values).dispose();
    } catch (error) {
      throw error instanceof TracerMistakeError ? this.#error(error.message) : error;
    }
    const thrown = this.#thrown;
    if (thrown === undefined) return;
    throw saysOutOfMemory(thrown) ? this.#outOfMemory() : this.#error(thrown);
  }

  #error(text: string): RpcError {
    const place = this.#running === 'open' ? '' : `    in server-side tracer function '${this.#running}'`;
    return new RpcError(-32000, text + place);
  }
}
