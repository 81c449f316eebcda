/** Something that is wrong with stored data, and where: a height, an account, a row. */
export type DataFault = { readonly place: string; readonly fault: string };

/** Runs a check; what it throws, because rows cannot be decoded, is a fault too. */
export function faultsOf(place: string, check: () => readonly string[]): readonly DataFault[] {
  try {
    return check().map((fault) => ({ place, fault }));
  } catch (error) {
    return [{ place, fault: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }];
  }
}
