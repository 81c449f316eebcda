/** Groups of BLS12-381 and their pairing, for ../../curves/bls12-381-wasm.ts. */
export { accumulateG1, accumulateG2, begin, finishG1, finishG2, input, output } from './sum-of-products';
export { accumulatePairs, beginPairing, finishPairing } from './pairing';
