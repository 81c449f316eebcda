/** The text without characters that control a terminal. */
export function plainText(text: string): string {
  return text.replaceAll(/(?:(?!\t)[\p{Cc}\u2028\u2029])+/gu, '');
}
