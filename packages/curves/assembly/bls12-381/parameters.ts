/** What the shared files (../pairing-curves) have to know of the field of BLS12-381. */

export const LIMBS: usize = 14;
/** bytes of two elements */
export const ELEMENT: usize = 112;
/** bytes of an encoded element: big-endian, 16 zeros first (EIP-2537) */
export const ENCODED: usize = 64;
export const PADDING: usize = 16;
/** the imaginary part comes first in the encoding */
export const IS_IMAGINARY_FIRST: bool = false;
/** whether p is so many units of the last limb that what others hand on to it hardly changes a quotient by p */
export const IS_TOP_ENOUGH: bool = true;
/** 2^QUOTIENT_SHIFT / QUOTIENT_FACTOR is p in units of the last limb: 106,514 */
export const QUOTIENT_FACTOR: i32 = 315;
export const QUOTIENT_SHIFT: i32 = 25;
/** in the subgroup -φ is multiplication by |x|², -ψ that by |x| */
export const IS_ENDOMORPHISM_NEGATED: bool = true;
