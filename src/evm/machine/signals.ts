/** How a frame ended, by the interpreter's numbers: see frames/frame.ts there. */
export const signals = { success: 1, revert: 2, halt: 3, refused: 4 } as const;
