/**
 * Stored bytes of a block up to which it is read on the main thread: of some hundred transfers, some ten milliseconds.
 * The fullest block has 16 MB, and a response with all of it takes two seconds to make.
 */
export const maxInlineBytes = 192 * 1024;
