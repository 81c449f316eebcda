import { register } from 'node:module';
import { mutants } from './mutants.ts';

/** Named by the parent process: which deliberate fault this process has. */
const name = process.env.QORD_MUTANT;
const mutant = mutants.find((each) => each.name === name);
if (mutant === undefined) throw new Error(`there is no mutant ${name}`);

register('./mutant-loader.js', import.meta.url, { data: mutant });
