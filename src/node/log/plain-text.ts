/** What moves the cursor of a terminal, colours it, ends a line, or turns the direction of what follows. */
const controls = /(?:(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029])+/gu;

/** The text without characters that control a terminal. */
export function plainText(text: string): string {
  return text.replaceAll(controls, '');
}

/** The same as JSON, whose writers leave some of these characters as they are. */
export function plainJson(json: string): string {
  return json.replaceAll(controls, (found) =>
    Array.from(found, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}
