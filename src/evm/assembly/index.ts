export { mul } from './arithmetic/multiply';
