/** Groups of BLS12-381, for ../../curves/bls12-381-module.ts. */
export { accumulateG1, accumulateG2, begin, finishG1, finishG2, input, output } from './sum-of-products';
