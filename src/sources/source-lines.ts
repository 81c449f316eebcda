/** Where an instruction comes from. */
export type SourceLine = { readonly path: string; readonly line: number; readonly text: string };
type Source = { readonly path: string; readonly text: string };

/**
 * Maps program counters of deployed code to lines of its sources, by the source map of the compiler
 * (https://docs.soliditylang.org/en/latest/internals/source_mappings.html).
 */
export function sourceLines(
  code: string,
  sourceMap: string,
  sources: readonly Source[],
): (pc: number) => SourceLine | undefined {
  const indexes = instructionIndexes(code);
  const places = parseSourceMap(sourceMap, indexes.size);
  const starts = sources.map(({ text }) => lineStarts(text));
  const lines = sources.map(({ text }) => text.split('\n'));
  return (pc) => {
    const place = places[indexes.get(pc) ?? -1];
    const source = place === undefined ? undefined : sources[place.file];
    if (place === undefined || source === undefined) return undefined;
    const line = (starts[place.file] ?? []).findLastIndex((start) => start <= place.start) + 1;
    if (line === 0) return undefined;
    return { path: source.path, line, text: (lines[place.file]?.[line - 1] ?? '').trim() };
  };
}

/** Program counter → number of the instruction; the bytes behind PUSH1 to PUSH32 are no instructions. */
function instructionIndexes(code: string): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  for (let pc = 0, index = 0; 2 + 2 * pc < code.length; index++) {
    indexes.set(pc, index);
    const opcode = Number.parseInt(code.slice(2 + 2 * pc, 4 + 2 * pc), 16);
    pc += opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5e : 1;
  }
  return indexes;
}

type Place = { readonly start: number; readonly file: number };

/** `s:l:f:j:m;…`: what is left out is as in the entry before. A code has an entry for each of its `most` instructions. */
function parseSourceMap(text: string, most: number): readonly Place[] {
  let [start, file] = [0, -1];
  return text.split(';', most).map((entry) => {
    const [s = '', , f = ''] = entry.split(':');
    if (s !== '') start = Number(s);
    if (f !== '') file = Number(f);
    return { start, file };
  });
}

/** No project has more sources. */
const maxSources = 10_000;

/** Entries of a source map that can be those of a code: no longer one can be deployed. */
const mostInstructions = 1_000_000;

/** The numbers of the sources that a source map names. */
export function filesOf(sourceMap: string): ReadonlySet<number> {
  const files = new Set(parseSourceMap(sourceMap, mostInstructions).map(({ file }) => file));
  return new Set([...files].filter((file) => Number.isInteger(file) && file >= 0 && file < maxSources));
}

/** Where each line of a text begins, in bytes, as the compiler counts. */
function lineStarts(text: string): readonly number[] {
  const bytes = new TextEncoder().encode(text);
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}
