/**
 * Where things are in the engine's one memory.
 *
 * Static data of the compiler (`memory.data`: scratch words and tables of the arithmetic and of keccak) lies below this
 * address; the build refuses more than fits. Everything else begins here or above.
 */
export const STATIC_DATA_END: usize = 4096;
