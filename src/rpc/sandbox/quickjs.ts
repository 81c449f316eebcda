import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { once } from '../../primitives/once.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';

const packageFiles = createRequire(import.meta.url);
/** Release build of Bellard's QuickJS, without asynchronous calls. */
const variantName = '@jitl/quickjs-wasmfile-release-sync';

/** An instance of QuickJS whose memory has once been larger than this, in bytes, is not used again. */
const maxReusableBytes = 64 * 1024 * 1024;

/**
 * QuickJS, a JavaScript engine that is compiled to WebAssembly: code inside it reaches nothing but the functions it is
 * given. It is loaded when it is first needed. An instance that did not end as it should is not used again.
 */
export class QuickJs {
  #wasm: WebAssembly.Module | undefined;
  #instance: QuickJSWASMModule | undefined;
  #openSandboxes = 0;

  /** Must be awaited before `open`. */
  async prepare(): Promise<void> {
    if (this.#instance !== undefined && this.#openSandboxes === 0 && sizeOf(this.#instance) <= maxReusableBytes) return;
    const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core');
    // its types are for CommonJS
    const { default: variant }: { default: QuickJSSyncVariant } = packageFiles(variantName);
    this.#wasm ??= new WebAssembly.Module(readFileSync(packageFiles.resolve(`${variantName}/wasm`)));
    this.#instance = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: this.#wasm }));
    this.#openSandboxes = 0;
  }

  /** A sandbox of its own; those that are open at the same time share one WebAssembly memory. */
  open(options: SandboxOptions): Sandbox {
    const instance = this.#instance;
    if (instance === undefined) throw new Error('QuickJS is not loaded');
    this.#openSandboxes++;
    return new Sandbox(instance, options, () => {
      this.#openSandboxes--;
    });
  }
}

/** The library bigInt, as an expression. */
export function bigIntegerSource(): string {
  return `(function () { ${readBigInteger()}; return bigInt; })()`;
}

const readBigInteger = once(() => readFileSync(packageFiles.resolve('big-integer/BigInteger.min.js'), 'utf8'));

function sizeOf(instance: QuickJSWASMModule): number {
  return instance.getWasmMemory().buffer.byteLength;
}
