/** Groups of BN254 and their pairing, for ../../curves/bn254-wasm.ts. */
export { addG1 } from './add';
export { multiplyG1 } from './multiply';
export { accumulatePairs, beginPairing, finishPairing } from './pairing';
export { input, output } from './places';
