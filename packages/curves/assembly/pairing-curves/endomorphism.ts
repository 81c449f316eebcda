import { Y, Z } from './curve';
import { carry, conjugate, copy, cubeRoot, multiplyExtension, multiplyLanes, negate, psiX, psiY } from './generated';
import { IS_ENDOMORPHISM_NEGATED } from './parameters';

const u: usize = memory.data(112, 16);

/**
 * result = the image of a point, or its negative where parameters.ts says so: φ (G1), which takes x times a cube root
 * of 1, or ψ (G2), what Frobenius of the target field does to it.
 */
export function endomorphism<F>(result: usize, point: usize): void {
  if (isFloat<F>()) {
    conjugate(u, point);
    multiplyExtension(result, u, psiX);
    conjugate(u, point + Y);
    multiplyExtension(result + Y, u, psiY);
    conjugate(u, point + Z);
    carry(result + Z, u);
  } else {
    multiplyLanes(result, point, cubeRoot);
    copy(result + Y, point + Y);
    copy(result + Z, point + Z);
  }
  if (!IS_ENDOMORPHISM_NEGATED) return;
  negate(u, result + Y);
  carry(result + Y, u);
}
