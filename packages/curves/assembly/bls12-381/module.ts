/** Groups of BLS12-381 and their pairing, for ../../curves/bls12-381-wasm.ts. */
export {
  accumulateFewG1,
  accumulateG1,
  accumulateG2,
  begin,
  faultOfG1,
  faultOfG2,
  finishG1,
  finishG2,
} from './sum-of-products';
export { accumulatePairs, beginPairing, finishPairing } from './pairing';
export { isKzgProof, prepareKzg } from './kzg';
export { addG1, addG2 } from './add';
export { mapToG1, mapToG2 } from './map';
export { input, output } from './places';
