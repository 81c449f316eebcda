import { posix } from 'node:path';

/** A file of the project below `src` and its text. */
export type Source = { readonly file: string; readonly text: string };

const importPattern = /(?:from|import)\s*\(?\s*['"]((?:\.{1,2}|#qord)\/[^'"]+)['"]/g;

/** Paths below `src` that `source` imports; one that begins with `..` lies outside of it, as does the name `#qord`. */
export function importsOf({ file, text }: Source): string[] {
  return [...text.matchAll(importPattern)].map(([, target = '']) =>
    target.startsWith('#') ? posix.join('..', target) : posix.join(posix.dirname(file), target),
  );
}

const firstPart = (path: string): string => path.split('/')[0] ?? '';

/**
 * Imports that do not point down, as sentences.
 *
 * @param rungs names of top folders and files, bottom to top: a file may import its own folder and lower rungs, never a
 * higher one, never another folder of its rung, and never a folder that has no rung, such as helpers of tests or
 * whatever lies outside of `src`
 */
export function brokenImports(sources: readonly Source[], rungs: readonly (readonly string[])[]): string[] {
  const rungOf = (folder: string): number => rungs.findIndex((names) => names.includes(folder));
  return sources.flatMap((source) => {
    const from = firstPart(source.file);
    if (rungOf(from) === -1) return [`${source.file}: ${from} has no rung`];
    return importsOf(source)
      .map(firstPart)
      .filter((to) => to !== from && (rungOf(to) === -1 || rungOf(to) >= rungOf(from)))
      .map((to) => `${source.file}: ${from} must not import ${to}`);
  });
}

const mutableType = /(?:: (?:Map|Set)<.*>|: (?!readonly )[^=]*\[\])?/.source;
const mutableValue = /(?:new (?:Map|Set)(?:<.*>)?\(\)|(?:new \w*Cache|cacheOf\w+)\b|\[\];)/.source;
const mutableDeclaration = new RegExp(`^(?:export )?const (\\w+)${mutableType} = ${mutableValue}`, 'gm');
const variable = /^(?:export )?let (\w+)/gm;
const buffer =
  /^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:Buffer\.alloc|new (?:Uint|Int|Float|BigUint|BigInt)\d+Array|new (?:Shared)?ArrayBuffer|new DataView)/gm;

/** Whether `text` writes into the buffer `name`, shares its memory with a view, or hands it to something that fills it. */
function isWritten(text: string, name: string): boolean {
  const uses = [
    `\\b${name}\\[[^\\]]+\\] [-+*/|&^]?=[^=]`,
    `\\b${name}\\.(?:set|fill|write|buffer|swap|sort|reverse|copyWithin)`,
    `\\b${name}\\.subarray\\([^)]*\\)\\.(?:set|fill|write)`,
    `\\.copy\\(${name}\\b`,
    `(?:encodeInto|randomFillSync|getRandomValues|viewOf)\\([^)]*\\b${name}\\b`,
  ];
  return new RegExp(uses.join('|')).test(text);
}

const filled =
  /^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:\{|\[|new (?:Map|Set)\b|Array\b|Object\.(?:create|fromEntries|assign)\b)/gm;
const staticField = /^ +(?:private |public )?static (?!readonly\b)(#?\w+)\??(?::| =)/gm;

/** Whether `text` changes a member of the object or collection `name`. */
function isChanged(text: string, name: string): boolean {
  const own = `(?<![\\w.'])${name}`;
  const uses = [
    `${own}(?:\\.#?\\w+|\\[[^\\]\n]+\\])+(?: ?(?:\\+\\+|--)| (?:[-+*/|&^]|\\?\\?|\\|\\|)?= )`,
    `${own}\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse)\\(`,
  ];
  return new RegExp(uses.join('|')).test(text);
}

/** Names of what changes and stands at the level of a module in `text`: variables, collections, objects and buffers. */
export function sharedStateOf({ text }: Source): string[] {
  const named = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
  const buffers = named(buffer).filter((name) => isWritten(text, name));
  const objects = named(filled).filter((name) => isChanged(text, name));
  const found = [...named(variable), ...named(staticField), ...named(mutableDeclaration), ...buffers, ...objects];
  return [...new Set(found)];
}

const beginsInside =
  /^(?!to = )(?:and|or|but|which|that|whose|with|of|by|from|to|as|so|because|until|unless|then|also|the same)\b/;
const comment = /\/\*\*(?!\/)([\s\S]*?)\*\//g;

/** Docstrings in `text` that begin inside of a sentence. */
export function poorComments({ text }: Source): string[] {
  const docstrings = [...text.matchAll(comment)].map(([, words = '']) => words.replace(/\n\s*\* ?/g, ' ').trim());
  return docstrings.filter((words) => beginsInside.test(words)).map((words) => words.slice(0, 80));
}

const quantities =
  'each|all|most|some|many|several|one|two|none|any|both|half|first|last|longest|largest|lowest|highest';
/** Who asks which of several is meant does not begin a relative clause. */
const questions = 'calls|logs,';
const clumsy = new RegExp(
  String.raw`\bfrom which on\b|\banew\b|\bgo(?:es)? on\b|\bha(?:s|ve) to tell\b|(?<!\b(?:${quantities}|${questions}|\d) )\bof which\b`,
  'gi',
);

/** Phrases that a reader stumbles over, in comments, strings and documents: each with some words around it. */
export function poorPhrases({ text }: Source): string[] {
  const line = text.replace(/\s*\n\s*(?:\*|\/\/|#)? ?/g, ' ');
  return [...line.matchAll(clumsy)].map(({ index, 0: found }) =>
    line.slice(Math.max(0, index - 30), index + found.length + 30),
  );
}

const ends = /aborted|isStopped|now\(\) <|destroyed/.source;
const polling = new RegExp(
  [
    `\\bwhile \\((?!.*(?:${ends})).*\\bawait\\b.*`,
    `\\b(?:while \\((?!.*(?:${ends})).*|for \\(;;\\) )\\{\\n(?:.*\\n){0,5}?\\s*await (?:sleep|wait|nextTurn|setTimeout|setImmediate|new Promise)\\b`,
    '\\bfor \\(;.*; ?(?:\\w+\\+\\+)?\\) await (?:sleep|wait|nextTurn)\\b.*',
  ].join('|'),
  'g',
);

/** Loops in `text` that wait for something and may never end, by their first lines. */
export function endlessWaits({ text }: Source): string[] {
  return [...text.matchAll(polling)].map(([loop]) => loop.split('\n')[0] ?? '');
}

const unit = /(?:Ms|Milliseconds|Seconds|Secs|Minutes|Hours|Days|Blocks|Epochs)$|^(?:milliseconds|seconds|blocks)$/;
const duration =
  '(?:[a-zA-Z0-9]*(?:Timeout|Delay|Interval|Wait|Backoff|Pause|Duration)|timeout|delay|interval|duration)';
const numberAfter = String.raw`\??(?:: (?:number|bigint)\b| = [\d_.]+n?\b)`;
const unnamedUnits = [
  // a number whose name ends in a word for a length of time, and a constant that ends in Time
  new RegExp(String.raw`(?<![\w.$-])#?(${duration})${numberAfter}`, 'g'),
  /\bconst (\w+Time) = [\d_.]+n?\b/g,
  // a number whose comment begins with the unit
  new RegExp(
    String.raw`\/\*\* (?:milliseconds|seconds|longest [^*.]*, in (?:ms|milliseconds))\b(?! since)[^*]*\*\/\s+(?:export )?(?:readonly |const |let |static )*(?:get (?=\w+\(\)))?#?(\w+)(?:(?<=get \w+)\(\))?${numberAfter}`,
    'gi',
  ),
];

/** A constant or a private number whose comment begins with a unit of an amount. */
const amount = new RegExp(
  String.raw`\/\*\* (bytes|megabytes|gas)\b[^*]*\*\/\s+(?:export )?(?:(?:const|let) |(?:static |readonly )*#)(\w+)${numberAfter}`,
  'gi',
);

/**
 * Names of numbers in `text` without their unit: lengths of time that do not end in it, and amounts of bytes or gas that
 * do not contain it. `…Length` means bytes.
 */
export function namesWithoutUnit({ text }: Source): string[] {
  const times = unnamedUnits.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const amounts = [...text.matchAll(amount)].filter(
    ([, word = '', name = '']) => !name.toLowerCase().includes(word.toLowerCase()) && !/length$/i.test(name),
  );
  return [...new Set(times.filter((name) => !unit.test(name))), ...amounts.map(([, , name = '']) => name)];
}

/** Numbers in `text` of milliseconds that a test always waits: a slow machine needs more, and a fast one less. */
export function fixedWaits({ text }: Source): string[] {
  const constants = [...text.matchAll(/\bconst (\w+) = \d[\d_.]*;/g)].map(([, name]) => name);
  const time = ['\\d[\\d_.]*', ...constants].join('|');
  const [, sleep = 'setTimeout'] = /\bsetTimeout as (\w+)/.exec(text) ?? [];
  const waiting = `^ *await (?:${sleep}\\(|new Promise\\b.*\\bsetTimeout\\(\\w+, )(${time})\\)`;
  return [...text.matchAll(new RegExp(waiting, 'gm'))].map(([, milliseconds = '']) => milliseconds);
}
