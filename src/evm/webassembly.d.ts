/** The part of the WebAssembly API the engine uses: neither the language library nor Node's types declare it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    static imports(
      module: Module,
    ): { module: string; name: string; kind: 'function' | 'table' | 'memory' | 'global' }[];
  }

  class Memory {
    /** sizes in pages of 64 KiB */
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    /** Detaches the present buffer; returns the size before, in pages. */
    grow(pages: number): number;
  }

  class Global {
    value: number | bigint;
  }

  type Exported = (...args: (number | bigint)[]) => number | bigint | undefined;
  type Imported = Memory | ((...args: never[]) => unknown);

  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Imported>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
