import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { RpcError } from '../rpc-error.ts';

export type SandboxOptions = {
  /** bytes that its values may take, as far as QuickJS counts them */
  readonly maxBytes: number;
  /** bytes of the WebAssembly memory in which it is */
  readonly maxMemoryBytes: number;
  /** the error when they take more */
  readonly outOfMemory: () => RpcError;
  /** Whether it must end now. Called often while code runs. */
  readonly shouldStop: () => boolean;
};

/** What passes between the node and the sandbox; bytes become an ArrayBuffer there. */
export type SandboxValue = string | number | boolean | undefined | Uint8Array;

/** The arguments of a call from the sandbox. */
export type SandboxArguments = {
  number(index: number): number;
  text(index: number): string;
};

/** What QuickJS throws when `maxBytes` is reached, as text; the second where it has no room for the error itself. */
const outOfMemoryTexts = ['InternalError: out of memory', '[unsupported type]'];

/** Whether QuickJS threw this because there was no memory. */
export function saysOutOfMemory(text: string): boolean {
  return outOfMemoryTexts.includes(text);
}

/** Bytes of stack for code in the sandbox; V8's own stack for WebAssembly holds more. */
const maxStackBytes = 256 * 1024;
/** QuickJS grows its memory by a twentieth at least, in pages. */
const leastGrowth = 1.05;
const pageBytes = 64 * 1024;
/** Most bytes of a character in UTF-8, counted by UTF-16 units. */
const bytesPerUnit = 3;

/** Bytes of the WebAssembly memory of an instance: it never shrinks. */
export function memorySize(instance: QuickJSWASMModule): number {
  return instance.getWasmMemory().buffer.byteLength;
}

/**
 * Whether a WebAssembly memory of so many bytes can no longer grow. An allocation may have failed in it, which QuickJS
 * does not notice everywhere, so nothing that comes out of it is used any more.
 */
export function isExhausted(size: number, maxMemoryBytes: number): boolean {
  return leastGrowth * size + pageBytes > maxMemoryBytes;
}

/**
 * One JavaScript realm of its own inside QuickJS. Its code is ended when `shouldStop` says so, when it needs too much
 * memory, and when a function of the node fails: the code may catch what that throws, but it cannot continue.
 */
export class Sandbox {
  readonly #instance: QuickJSWASMModule;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #options: SandboxOptions;
  readonly #handles: QuickJSHandle[] = [];
  readonly #onDispose: () => void;
  #failure: Error | undefined;

  constructor(instance: QuickJSWASMModule, options: SandboxOptions, onDispose: () => void) {
    this.#instance = instance;
    this.#options = options;
    this.#onDispose = onDispose;
    if (this.#isExhausted()) throw options.outOfMemory();
    this.#runtime = instance.newRuntime();
    this.#runtime.setMemoryLimit(options.maxBytes);
    this.#runtime.setMaxStackSize(maxStackBytes);
    this.#runtime.setInterruptHandler(() => this.#mustEnd());
    this.#context = this.#runtime.newContext();
  }

  /** Evaluates an expression. Throws an RpcError when it cannot be, or when it throws. */
  evaluate(source: string, file: string): QuickJSHandle {
    const result = this.#attempt(() => this.#context.evalCode(source, file, { type: 'global' }));
    if (result.error === undefined) return this.#keep(result.value);
    throw new RpcError(-32000, this.#textOf(result.error));
  }

  /** An object with functions of the node. What one of them throws ends the sandbox. */
  functions(
    members: Readonly<Record<string, (given: SandboxArguments) => SandboxValue | QuickJSHandle>>,
  ): QuickJSHandle {
    const object = this.#keep(this.#context.newObject());
    for (const [name, run] of Object.entries(members)) {
      const member = this.#context.newFunction(name, (...values) => this.#callNode(run, values));
      this.#context.setProp(object, name, member);
      member.dispose();
    }
    return object;
  }

  member(object: QuickJSHandle, name: string): QuickJSHandle {
    return this.#keep(this.#context.getProp(object, name));
  }

  text(value: QuickJSHandle): string {
    return this.#attempt(() => this.#context.getString(value));
  }

  /** Calls a function and returns its result. Throws what ended the sandbox, or an RpcError with what it throws. */
  call(callee: QuickJSHandle, values: readonly (SandboxValue | QuickJSHandle)[]): QuickJSHandle {
    const given = values.map((value) => this.#toHandle(value));
    const result = this.#attempt(() => this.#context.callFunction(callee, this.#context.undefined, given));
    given.forEach((handle, index) => {
      if (handle !== values[index]) handle.dispose();
    });
    if (result.error === undefined) return result.value;
    throw new RpcError(-32000, this.#textOf(result.error));
  }

  /** Ends the sandbox with an error, which the call that is running throws when it returns. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Frees what it holds. Not to be called after it has failed. */
  dispose(): void {
    for (const handle of this.#handles.splice(0)) if (handle.alive) handle.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
    this.#onDispose();
  }

  #keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle);
    return handle;
  }

  #isExhausted(): boolean {
    return isExhausted(memorySize(this.#instance), this.#options.maxMemoryBytes);
  }

  #mustEnd(): boolean {
    if (this.#failure === undefined && this.#isExhausted()) this.fail(this.#options.outOfMemory());
    if (this.#failure === undefined && this.#options.shouldStop())
      this.fail(new ExecutionStoppedError('tracer stopped'));
    return this.#failure !== undefined;
  }

  #callNode(
    run: (given: SandboxArguments) => SandboxValue | QuickJSHandle,
    values: readonly QuickJSHandle[],
  ): QuickJSHandle {
    if (this.#mustEnd()) throw this.#failure;
    try {
      const context = this.#context;
      const valueAt = (index: number) => values[index] ?? context.undefined;
      return this.#toHandle(
        run({
          number: (index) => context.getNumber(valueAt(index)),
          text: (index) => context.getString(valueAt(index)),
        }),
      );
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  #toHandle(value: SandboxValue | QuickJSHandle): QuickJSHandle {
    const context = this.#context;
    if (typeof value === 'number') return context.newNumber(value);
    if (typeof value === 'string') {
      this.#assertRoom(bytesPerUnit * value.length);
      return context.newString(value);
    }
    if (value === undefined) return context.undefined;
    if (typeof value === 'boolean') return value ? context.true : context.false;
    if (!(value instanceof Uint8Array)) return value;
    this.#assertRoom(value.length);
    return context.newArrayBuffer(new Uint8Array(value).buffer);
  }

  /** QuickJS neither counts the bytes that it is given nor notices when there is no room for them. */
  #assertRoom(bytes: number): void {
    const { maxMemoryBytes, outOfMemory } = this.#options;
    if (isExhausted(memorySize(this.#instance) + bytes, maxMemoryBytes)) throw outOfMemory();
  }

  /** Runs code of the sandbox. Throws what ended the sandbox. */
  #attempt<T>(run: () => T): T {
    let result: T;
    try {
      result = run();
    } catch (error) {
      if (this.#isExhausted()) throw this.#failure ?? this.#options.outOfMemory();
      throw this.#failure ?? new RpcError(-32000, `the tracer ended QuickJS: ${String(error).slice(0, 100)}`);
    }
    if (this.#failure === undefined && this.#isExhausted()) this.fail(this.#options.outOfMemory());
    if (this.#failure !== undefined) throw this.#failure;
    return result;
  }

  /** What was thrown, as text. The name and the message may be anything, also functions that run. */
  #textOf(thrown: QuickJSHandle): string {
    const describe = this.#context.evalCode('(e) => (e.name + ": " + e.message).slice(0, 500)', 'error.js');
    if (describe.error !== undefined) throw this.#options.outOfMemory();
    const text = this.#attempt(() => this.#context.callFunction(describe.value, this.#context.undefined, thrown));
    if (text.error !== undefined) throw this.#options.outOfMemory();
    const shown = this.#context.getString(text.value);
    if (saysOutOfMemory(shown)) throw this.#options.outOfMemory();
    return shown;
  }
}
