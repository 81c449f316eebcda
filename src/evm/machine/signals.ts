/** How a frame ended, or that it is paused, by the interpreter's numbers: see frames/frame.ts there. */
export const signals = { success: 1, revert: 2, halt: 3, refused: 4, paused: 7 } as const;
