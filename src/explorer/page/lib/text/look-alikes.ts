/** Names that read like others (https://www.unicode.org/reports/tr39/#Confusable_Detection, for Latin letters). */

/** A Latin letter, and the signs of other alphabets that look like it. */
const shapes: Readonly<Record<string, string>> = {
  a: 'аɑαạ@',
  b: 'Ьвƅ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽ℮ε3',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιɩıӏ1|!l',
  j: 'јϳ',
  k: 'кκ',
  m: 'м',
  n: 'ոпη',
  o: 'оοօ0øᴏσ',
  p: 'рρ',
  q: 'ԛգզϙ9',
  r: 'гʀꭇᴦ',
  s: 'ѕꜱ5$',
  t: 'тτ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ѡԝա',
  x: 'хχ',
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
const letterOf = new Map(
  [...Object.entries(shapes), ...Object.entries(capitals)].flatMap(([letter, all]) =>
    [...all].map((each) => [each, letter] as const),
  ),
);

/** How a text looks: texts with the same skeleton are easily taken for each other. */
export function skeletonOf(text: string): string {
  const letters = [...text.slice(0, 400).normalize('NFKD')].map((each) => {
    const small = each.toLowerCase();
    return letterOf.get(each) ?? letterOf.get(small) ?? small;
  });
  return letters
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names of the chain's own coins. */
const nativeNames = ['qor', 'uqor', 'xqore', 'xqor', 'qore'].map(skeletonOf);

/** Whether the name or symbol of a token reads like that of a coin of the chain, which no token is. */
export function looksNative(text: string): boolean {
  const words = text.slice(0, 400).split(/[^\p{L}\p{N}\p{M}$@|!]+/u);
  const names = [skeletonOf(text), ...words.map(skeletonOf)];
  return names.some((name) => nativeNames.includes(name));
}
