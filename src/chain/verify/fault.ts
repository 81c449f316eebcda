/** A fault of stored data, and its location: a height, an account, a row. */
export type DataFault = { readonly place: string; readonly fault: string };

/** Runs a check; an error it throws, because a row cannot be decoded, is a fault too. */
export function checkFaults(place: string, check: () => readonly string[]): readonly DataFault[] {
  try {
    return check().map((fault) => ({ place, fault }));
  } catch (error) {
    return [{ place, fault: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }];
  }
}
