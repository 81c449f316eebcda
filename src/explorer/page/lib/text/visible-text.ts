/**
 * Characters that show nothing, or change how others are shown: controls, zero-width ones, marks that turn the direction
 * of writing, fillers (https://www.unicode.org/reports/tr36/).
 */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u115f|\u1160|\u3164|\uffa0/gu;

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

/**
 * Text that a stranger chose, as it can be shown beside our own: at most `most` characters, what nobody would see as
 * `�`, cut with a sign.
 */
export function visibleText(text: string, most = 80): string {
  const all = String(text); // another node may answer with something else
  const start = all.slice(0, most * 4);
  const shown = start.replace(/\s+/g, ' ').replace(invisible, '\ufffd').replace(manyMarks, '$1');
  const characters = [...shown];
  const isCut = characters.length > most || all.length > start.length;
  return isCut ? `${characters.slice(0, most).join('')}…` : shown;
}
