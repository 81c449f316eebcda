/** Something that is wrong with stored data, and where: a height, an account, a row. */
export type DataFault = { readonly location: string; readonly fault: string };

/** Runs a check; what it throws, because rows cannot be decoded, is a fault too. */
export function checkFaults(location: string, check: () => readonly string[]): readonly DataFault[] {
  try {
    return check().map((fault) => ({ location, fault }));
  } catch (error) {
    return [{ location, fault: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }];
  }
}
