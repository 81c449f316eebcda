import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { once } from '../../primitives/once.ts';
import { isExhausted, memorySize, Sandbox, type SandboxOptions } from './sandbox.ts';

const packageFiles = createRequire(import.meta.url);
/** Release build of Bellard's QuickJS, without asynchronous calls. */
const variantName = '@jitl/quickjs-wasmfile-release-sync';

/** An instance of QuickJS whose memory has once been larger than this, in bytes, is not used again. */
const maxReusableBytes = 64 * 1024 * 1024;
/** Pages of WebAssembly memory have 64 kB. The instance begins with what it was built for. */
const pageBytes = 64 * 1024;
const firstBytes = 16 * 1024 * 1024;
/** What its memory may have besides the values of the code: its stack, its own data, copies on their way. */
const ownBytes = 24 * 1024 * 1024;

/**
 * QuickJS, a JavaScript engine that is compiled to WebAssembly: code inside it reaches nothing but the functions it is
 * given. It is loaded when it is first needed. An instance that did not end as it should is not used again.
 *
 * The bytes that QuickJS counts are a part of what it takes, because this build does not know the size of an allocation.
 * So its WebAssembly memory has a maximum.
 */
export class QuickJs {
  readonly #maxBytes: number;
  #wasm: WebAssembly.Module | undefined;
  #instance: QuickJSWASMModule | undefined;
  #openSandboxes = 0;

  /** `valueBytes`: what the values of all open sandboxes may take, about */
  constructor(valueBytes: number) {
    this.#maxBytes = ownBytes + valueBytes;
  }

  /** Must be awaited before `open`. */
  async prepare(): Promise<void> {
    if (this.#instance !== undefined && this.#openSandboxes === 0 && this.#isReusable(this.#instance)) return;
    this.#instance = undefined; // its memory can be collected before another is made
    const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core');
    // its types are for CommonJS
    const { default: variant }: { default: QuickJSSyncVariant } = packageFiles(variantName);
    this.#wasm ??= new WebAssembly.Module(readFileSync(packageFiles.resolve(`${variantName}/wasm`)));
    const wasmMemory = new WebAssembly.Memory({
      initial: firstBytes / pageBytes,
      maximum: Math.ceil(this.#maxBytes / pageBytes),
    });
    this.#instance = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: this.#wasm, wasmMemory }));
    this.#openSandboxes = 0;
  }

  /** A sandbox of its own; those that are open at the same time share one WebAssembly memory. */
  open(options: Omit<SandboxOptions, 'maxMemoryBytes'>): Sandbox {
    const instance = this.#instance;
    if (instance === undefined) throw new Error('QuickJS is not loaded');
    this.#openSandboxes++;
    return new Sandbox(instance, { ...options, maxMemoryBytes: this.#maxBytes }, () => {
      this.#openSandboxes--;
    });
  }

  #isReusable(instance: QuickJSWASMModule): boolean {
    const size = memorySize(instance);
    return size <= maxReusableBytes && !isExhausted(size, this.#maxBytes);
  }
}

/** The library bigInt, as an expression. */
export function bigIntegerSource(): string {
  return `(function () { ${readBigInteger()}; return bigInt; })()`;
}

const readBigInteger = once(() => readFileSync(packageFiles.resolve('big-integer/BigInteger.min.js'), 'utf8'));
