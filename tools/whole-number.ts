/** Text of an option of the command line → number of at most 15 digits. Throws a RangeError that names the option. */
export function wholeNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new RangeError(`${name} must be a whole number, not ${text}`);
}
