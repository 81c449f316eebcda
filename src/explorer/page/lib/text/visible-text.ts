/**
 * Characters that show nothing, or change how others are shown: controls, zero-width ones, marks that turn the direction
 * of writing, fillers, selectors of variants (https://www.unicode.org/reports/tr36/).
 */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** Text of several lines with every such character as `\\u202e`: JSON stays the same JSON. */
export function escapedText(text: string): string {
  return text.replace(invisible, (character) => {
    if (character === '\n' || character === '\t') return character;
    return Array.from(character)
      .flatMap((each) => each.split(''))
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  });
}

/** More marks above one letter than any language needs: they would reach over other lines. */
const manyMarks = /(\p{M}{2})\p{M}+/gu;

/** Scripts in which a joiner, or its opposite, between two letters changes their shape. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** The flags of England, Scotland and Wales: a flag and invisible letters. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map(
  (letters) =>
    `\\u{1f3f4}${[...letters].map((each) => `\\u{e00${each.charCodeAt(0).toString(16)}}`).join('')}\\u{e007f}`,
);
const picture = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?';

/** What needs invisible characters to be shown as it is meant (https://www.unicode.org/reports/tr51/), or one alone. */
const withInvisible = new RegExp(
  [
    `(${flags.join('|')}|${picture}(?:\\u200d${picture})*|[\\d#*]\\ufe0f\\u20e3`,
    `|(?<=[${joining}])[\\u200c\\u200d](?=[${joining}]))|${invisible.source}`,
  ].join(''),
  'gu',
);

/**
 * Text that a stranger chose, as it can be shown beside our own: at most `most` characters, what nobody would see as
 * `�`, cut with a sign.
 */
export function visibleText(text: string, most = 80): string {
  const all = String(text); // another node may answer with something else
  const start = all.slice(0, most * 4);
  const shown = start
    .replace(/\s+/g, ' ')
    .replace(withInvisible, (_all, kept?: string) => kept ?? '\ufffd')
    .replace(manyMarks, '$1');
  const characters = [...shown];
  const isCut = characters.length > most || all.length > start.length;
  return isCut ? `${characters.slice(0, most).join('')}…` : shown;
}
