/** Names that read like others (https://www.unicode.org/reports/tr39/#Confusable_Detection, for Latin letters). */

/** A Latin letter, and the signs of other alphabets that look like it. */
const shapes: Readonly<Record<string, string>> = {
  a: 'аɑαạ@',
  b: 'Ьвƅ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽ℮ε3ꬲⲉᎬꓰⴹ∃',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιɩıӏ1|!l',
  j: 'јϳ',
  k: 'кκ',
  m: 'м',
  n: 'ոпη',
  o: 'оοօ0øᴏσɵөѳθⲟⵔʘꓳ〇○◯⬤●⭕🔴⚪⚫∘ჿဝଠഠᴑ◎◉⊙⊚⍥❍⚬ʘ',
  p: 'рρ',
  q: 'ԛգզϙ9ʠɋꝗꝙᑫ',
  r: 'гʀꭇᴦɍɽɼɾꓣᎡᏒᖇᚱя®',
  s: 'ѕꜱ5$',
  t: 'тτ',
  u: 'υսᴜʉʋմꓴᑌ∪',
  v: 'ѵνᴠ',
  w: 'ѡԝա',
  x: 'хχⲭꓫ×✕✖᙭╳❌',
  y: 'уγү',
  z: 'ᴢ',
};
/** Capital letters that look like others than their small ones do. */
const capitals: Readonly<Record<string, string>> = {
  b: 'ВΒ',
  e: 'Ε',
  h: 'НΗ',
  k: 'Κ',
  m: 'Μ',
  n: 'Ν',
  t: 'Τ',
  x: 'Χ',
  y: 'Υ',
  z: 'Ζ',
};
/** Most UTF-16 units of a text that are looked at. */
const mostUnits = 400;

const letterOf = new Map(
  [...Object.entries(shapes), ...Object.entries(capitals)].flatMap(([letter, all]) =>
    [...all].map((each) => [each, letter] as const),
  ),
);

/** The first code points of alphabets whose letters are signs without a decomposition: 🅐, 🅰, 🇦. */
const signAlphabets = [0x1f150, 0x1f170, 0x1f1e6];

/** The letter that a sign of such an alphabet stands for, and o for the zero of any script. */
function letterOfSign(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0;
  const start = signAlphabets.find((first) => code >= first && code < first + 26);
  if (start !== undefined) return String.fromCharCode(0x61 + code - start);
  const isZero = /\p{Nd}/u.test(sign) && !/\p{Nd}/u.test(String.fromCodePoint(code - 1)); // digits follow each other
  return isZero ? 'o' : undefined;
}

/** How a text looks: texts with the same skeleton are easily taken for each other. */
export function skeletonOf(text: string): string {
  const letters = [...text.slice(0, mostUnits).normalize('NFKD')].map((each) => {
    const small = each.toLowerCase();
    return letterOf.get(each) ?? letterOf.get(small) ?? letterOfSign(each) ?? small;
  });
  return letters
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names of the chain's own coins. */
const nativeNames = ['qor', 'uqor', 'xqore', 'xqor', 'qore'].map(skeletonOf);

/** Most letters of a name of a coin of the chain. */
const mostLetters = Math.max(...nativeNames.map((name) => name.length));

/** What stands between words, apart from signs that look like letters. */
const between = /[\p{P}\p{Z}\p{C}\s]+/u;

/** Whether the name or symbol of a token reads like that of a coin of the chain, which no token is; also in parts: Q-O-R. */
export function looksNative(text: string): boolean {
  const visible = text.slice(0, mostUnits).replace(/\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '');
  if (nativeNames.includes(skeletonOf(visible))) return true;
  const words = visible.split(between).map(skeletonOf);
  return words.some((_, first) => {
    let joined = '';
    for (let at = first; at < words.length && joined.length <= mostLetters; at++) {
      joined += words[at] ?? '';
      if (nativeNames.includes(joined)) return true;
    }
    return false;
  });
}
