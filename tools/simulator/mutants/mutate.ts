import { register } from 'node:module';
import { mutants } from './mutants.ts';

/** Named by the parent process: which deliberate fault this process has. */
const { QORD_MUTANT: name = '' } = process.env;
const { [name]: mutant } = mutants;
if (mutant === undefined) throw new Error(`there is no mutant ${name}`);

register('./mutant-loader.js', import.meta.url, { data: mutant });
