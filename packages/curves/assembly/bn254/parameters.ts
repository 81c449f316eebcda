/** What the shared files (../pairing-curves) have to know of the field of BN254. */

export const LIMBS: usize = 10;
/** bytes of two elements */
export const ELEMENT: usize = 80;
/** bytes of an encoded element: big-endian (EIP-196) */
export const ENCODED: usize = 32;
export const PADDING: usize = 0;
/** the imaginary part comes first in the encoding (EIP-197) */
export const IS_IMAGINARY_FIRST: bool = true;
/** whether p is so many units of the last limb that what others hand on to it hardly changes a quotient by p */
export const IS_TOP_ENOUGH: bool = false;
/** 2^QUOTIENT_SHIFT / QUOTIENT_FACTOR is p in units of the last limb: 3.02 */
export const QUOTIENT_FACTOR: i32 = 677;
export const QUOTIENT_SHIFT: i32 = 11;
/** φ and ψ are used as they are */
export const IS_ENDOMORPHISM_NEGATED: bool = false;
