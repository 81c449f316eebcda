import type { AbiItem } from './abi-item.ts';
import type { Gap } from './compare-code.ts';

/** The data of one contract in a compiler's output file. */
export type Artifact = {
  readonly name: string;
  readonly abi: readonly AbiItem[];
  /** deployed code as hex digits; undefined for a bare ABI */
  readonly code: string | undefined;
  readonly gaps: readonly Gap[];
  readonly sourceMap: string | undefined;
  /** texts of the sources in the order of their numbers, where the file has them */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** number and path of the source of the contract, in an artifact of Foundry */
  readonly own: { readonly id: number; readonly path: string } | undefined;
};

type Json = { readonly [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Json => (isJson(value) ? value : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Contracts in a text: an ABI, an artifact of Foundry or Hardhat, solc's standard JSON output, or a build-info file.
 * Throws an Error that says what was expected.
 */
export function parseArtifacts(text: string): readonly Artifact[] {
  const json = parseJson(text);
  if (Array.isArray(json)) return [{ ...empty, name: 'contract', abi: abiOf(json) }];
  const file = objectOf(json);
  const output = objectOf(file.output);
  const contracts = file.contracts ?? output.contracts;
  if (contracts !== undefined)
    return fromOutput(
      objectOf(contracts),
      objectOf(file.sources ?? output.sources),
      objectOf(objectOf(file.input).sources),
    );
  if (file.abi === undefined)
    throw new Error(
      'no ABI is in it: expected an ABI, an artifact of Foundry or Hardhat, or solc’s standard JSON output',
    );
  const [path, nameInMetadata] = Object.entries(compilationTarget(file))[0] ?? [];
  const named = textOf(file.contractName) ?? textOf(nameInMetadata) ?? '';
  const name = named !== '' && isName(named) ? named : 'contract';
  const own = path !== undefined && typeof file.id === 'number' ? { id: file.id, path } : undefined;
  return [{ ...empty, name, abi: abiOf(file.abi), ...codeOf(file.deployedBytecode), own }];
}

const empty = { code: undefined, gaps: [], sourceMap: undefined, sources: [], own: undefined } as const;

function fromOutput(contracts: Json, compiled: Json, inputs: Json): readonly Artifact[] {
  const paths = Object.entries(compiled).sort(([, a], [, b]) => Number(objectOf(a).id) - Number(objectOf(b).id));
  const sources = paths.map(([path]) => ({ path, text: textOf(objectOf(inputs[path]).content) ?? '' }));
  const hasTexts = sources.some(({ text }) => text !== '');
  return Object.values(contracts).flatMap((file) =>
    Object.entries(objectOf(file)).map(([name, contract]) => {
      const { abi, evm } = objectOf(contract);
      return {
        ...empty,
        name: isName(name) ? name : 'contract',
        abi: abiOf(abi),
        ...codeOf(objectOf(evm).deployedBytecode),
        sources: hasTexts ? sources : [],
      };
    }),
  );
}

/** Hardhat writes the code as text, Foundry and solc as an object. */
function codeOf(bytecode: unknown): Pick<Artifact, 'code' | 'gaps' | 'sourceMap'> {
  if (typeof bytecode === 'string') return { code: bytecode, gaps: [], sourceMap: undefined };
  const { object, sourceMap, immutableReferences, linkReferences } = objectOf(bytecode);
  const immutables = Object.values(objectOf(immutableReferences)).flatMap(gapsOf);
  const libraries = Object.values(objectOf(linkReferences)).flatMap((file) =>
    Object.values(objectOf(file)).flatMap(gapsOf),
  );
  return { code: textOf(object), gaps: [...immutables, ...libraries], sourceMap: textOf(sourceMap) };
}

function gapsOf(list: unknown): readonly Gap[] {
  if (!Array.isArray(list)) return [];
  return list.map((each: unknown) => ({ start: Number(objectOf(each).start), length: Number(objectOf(each).length) }));
}

function abiOf(abi: unknown): readonly AbiItem[] {
  if (Array.isArray(abi) && abi.every(isAbiItem)) return abi;
  throw new Error('its ABI is not a list of functions, events and errors');
}

/** Names are those of a language: what else a file has may be meant for the eyes of a reader. */
const isName = (name: unknown): boolean =>
  name === undefined || name === '' || /^[A-Za-z_$][\w$]{0,199}$/.test(String(name));

function isAbiItem(item: unknown): item is AbiItem {
  const { type, name, inputs = [], outputs = [], components = [] } = objectOf(item);
  const lists = [inputs, outputs, components];
  return (
    typeof type === 'string' && isName(name) && lists.every((list) => Array.isArray(list) && list.every(isAbiItem))
  );
}

/** Foundry's artifacts name the contract and its source in the settings of their metadata only: `{ path: name }`. */
function compilationTarget(file: Json): Json {
  return objectOf(objectOf(objectOf(file.metadata).settings).compilationTarget);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
