/** A process of its own for one block: `folder`, number of the case, number of contracts. Prints what it costs as JSON. */

import { coldCase, coldCases } from './cold/cold-cases.ts';
import { runColdBlock } from './cold/run-cold-block.ts';

const [folder = '', at = '', contracts = ''] = process.argv.slice(2);
const [, step] = coldCases[Number(at)] ?? [];
if (step === undefined) throw new RangeError(`no case ${at}`);
console.log(JSON.stringify(await runColdBlock(folder, coldCase(step, Number(contracts)))));
