import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AbiSignature } from '../primitives/abi/type.ts';
import { elapsedMs } from '../primitives/machine.ts';
import { type Signatures, signaturesIn } from './abi-text.ts';
import { type Artifact, parseArtifacts } from './artifact.ts';
import { codeLength, compareCode } from './compare-code.ts';
import { filesOf, type SourceLine, sourceLines } from './source-lines.ts';

/** A contract that a compiler has described. */
export type ProjectContract = {
  readonly name: string;
  readonly functions: Signatures;
  readonly errors: Signatures;
  /** Where an instruction of its deployed code comes from; undefined when its sources are not known. */
  readonly lineAt: ((pc: number) => SourceLine | undefined) | undefined;
};

/** What a compiler has written of a contract. */
export type ProjectArtifact = Pick<Artifact, 'name' | 'abi' | 'sourceMap' | 'sources'>;

type Known = Artifact & { readonly folder: string };
type FileState = { readonly changedAt: number; readonly contracts: readonly Known[] };

/** A larger file is no output of a compiler that can be read in the time of a log line. */
const maxFileBytes = 200_000_000;
/** A longer one is not written by hand. */
const maxSourceBytes = 2_000_000;
/** Milliseconds in which the folders are looked at once. */
const freshMs = 1_000;
/** A folder with more files is not that of a compiler. */
const maxFiles = 20_000;

/**
 * The contracts in the output folders of Foundry (`out`) and Hardhat (`artifacts`), found by the code on the chain.
 * `onProblem` is told once of each file or folder that cannot be read.
 */
export class ProjectContracts {
  readonly #folders: readonly string[];
  readonly #onProblem: (path: string, error: unknown) => void;
  readonly #problems = new Set<string>();
  #files: ReadonlyMap<string, FileState> = new Map();
  #byLength: ReadonlyMap<number, readonly Known[]> = new Map();
  #errors: Signatures = new Map();
  /** hashes of signatures and texts of sources, until the file of the contract changes */
  readonly #described = new WeakMap<Known, Promise<ProjectContract>>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;

  constructor(folders: readonly string[], onProblem: (path: string, error: unknown) => void) {
    this.#folders = folders;
    this.#onProblem = onProblem;
  }

  /** The same for everybody who asks in one second. */
  async keepFresh(): Promise<void> {
    if (this.#refreshing === undefined && elapsedMs() - this.#refreshedAt < freshMs) return;
    this.#refreshing ??= this.refresh().finally(() => {
      this.#refreshing = undefined;
      this.#refreshedAt = elapsedMs();
    });
    await this.#refreshing;
  }

  /** Reads the files that have changed since the last time. */
  async refresh(): Promise<void> {
    const files = new Map<string, FileState>();
    for (const folder of this.#folders) {
      for (const file of await this.#filesIn(folder)) {
        const state = await this.#read(file, folder);
        if (state !== undefined) files.set(file, state);
      }
    }
    const isSame =
      files.size === this.#files.size && [...files].every(([file, state]) => this.#files.get(file) === state);
    if (isSame) return;
    this.#files = files;
    const contracts = [...files.values()].flatMap((state) => state.contracts);
    this.#byLength = byLength(contracts);
    this.#errors = new Map(contracts.flatMap(({ abi }) => [...signaturesIn(abi, 'error')]));
  }

  /** The contract with this code on the chain, `0x` and digits; one whose sources are known before others. */
  async contractOf(code: string): Promise<ProjectContract | undefined> {
    const best = this.#find(code);
    if (best === undefined) return undefined;
    const described = this.#described.get(best) ?? this.#describe(best, code);
    this.#described.set(best, described);
    return described;
  }

  /** The same as the compiler has written it; sources that the source map does not name are empty. */
  async artifactOf(code: string): Promise<ProjectArtifact | undefined> {
    const best = this.#find(code);
    if (best === undefined) return undefined;
    const { name, abi, sourceMap } = best;
    return { name, abi, sourceMap, sources: await this.#sourcesOf(best) };
  }

  #find(code: string): Known | undefined {
    const fitting = (this.#byLength.get(codeLength(code)) ?? []).filter(
      (each) => compareCode(each.code ?? '', code, each.gaps).matches,
    );
    return fitting.find(({ sources }) => sources.length > 0) ?? fitting.find(({ own }) => own) ?? fitting[0];
  }

  /** `code`: that on the chain, which has the instructions of the artifact's at the same places */
  async #describe(known: Known, code: string): Promise<ProjectContract> {
    const { name, abi, sourceMap } = known;
    const sources = await this.#sourcesOf(known);
    const lineAt = sourceMap === undefined || sources.length === 0 ? undefined : sourceLines(code, sourceMap, sources);
    return { name, functions: signaturesIn(abi, 'function'), errors: signaturesIn(abi, 'error'), lineAt };
  }

  /** An error that any contract of the project declares: a contract may revert with that of another. */
  get errors(): ReadonlyMap<string, AbiSignature> {
    return this.#errors;
  }

  /**
   * The sources that the source map names. Foundry's files have no texts, only the number and path of their own source:
   * the texts are beside the folder.
   */
  async #sourcesOf({ sources, folder, sourceMap }: Known): Promise<Artifact['sources']> {
    if (sourceMap === undefined) return [];
    const used = filesOf(sourceMap);
    if (sources.length > 0) return sources.map(({ path, text }, id) => ({ path, text: used.has(id) ? text : '' }));
    const read: { path: string; text: string }[] = [];
    for (const { contracts } of this.#files.values())
      for (const { own, folder: other } of contracts) {
        if (own === undefined || other !== folder || read[own.id] !== undefined || !used.has(own.id)) continue;
        read[own.id] = { path: own.path, text: await sourceText(join(dirname(folder), own.path)).catch(() => '') };
      }
    return Array.from(read, (source) => source ?? { path: '', text: '' });
  }

  async #filesIn(folder: string): Promise<readonly string[]> {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }); // which follows no links
      if (entries.length > maxFiles) throw new Error(`it has more than ${maxFiles} files`);
      const names = entries.filter(({ name }) => /(?<!\.dbg)\.json$/.test(name));
      return names.map(({ parentPath, name }) => join(parentPath, name));
    } catch (error) {
      if (!isMissing(error)) this.#note(folder, error);
      return [];
    }
  }

  async #read(file: string, folder: string): Promise<FileState | undefined> {
    try {
      const { mtimeMs: changedAt, size, isRegular } = await factsOf(file);
      if (!isRegular) return undefined; // to read a pipe does not end
      const known = this.#files.get(file);
      if (known?.changedAt === changedAt) return known;
      if (size > maxFileBytes) throw new Error(`it has more than ${maxFileBytes / 1e6} MB`);
      const contracts = parseArtifacts(await wholeOutput(file)).map((artifact) => ({ ...artifact, folder }));
      return { changedAt, contracts };
    } catch (error) {
      // a folder of a compiler has other files, too
      if (!(error instanceof Error && /no ABI is in it/.test(error.message))) this.#note(file, error);
      return undefined;
    }
  }

  #note(path: string, error: unknown): void {
    if (this.#problems.has(path)) return;
    this.#problems.add(path);
    this.#onProblem(path, error);
  }
}

async function factsOf(file: string) {
  const found = await stat(file);
  return { mtimeMs: found.mtimeMs, size: found.size, isRegular: found.isFile() };
}

/** The text of a source. The path may come from a stranger: whatever else is there is not read. Rejects then. */
async function sourceText(path: string): Promise<string> {
  const file = await realpath(path);
  const { size, isRegular } = await factsOf(file);
  if (!isRegular || size > maxSourceBytes || !/\.(?:sol|vy|yul)$/.test(file)) throw new Error('it is no source');
  return readFile(file, 'utf8');
}

/** Whether a compiler has not written its folder yet. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** By the bytes of their code; interfaces have none. */
function byLength(contracts: readonly Known[]): ReadonlyMap<number, readonly Known[]> {
  const lists = new Map<number, Known[]>();
  for (const contract of contracts) {
    const length = codeLength(contract.code ?? '');
    if (length > 0) lists.set(length, [...(lists.get(length) ?? []), contract]);
  }
  return lists;
}

/** Hardhat 3 writes the output of the compiler and its input, which has the sources, into two files. */
async function wholeOutput(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  if (!file.endsWith('.output.json')) return text;
  const input = await readFile(file.replace(/\.output\.json$/, '.json'), 'utf8').catch(() => '{}');
  return JSON.stringify({ ...JSON.parse(input), output: JSON.parse(text).output });
}
