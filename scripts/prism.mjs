/** npm run prism: chooses the gains of PRISM's built-in policy, and writes them and docs/prism.md with its plots. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chooseGains, costOfGains } from '../dist/tools/prism/choose-gains.js';
import { renderPrismPages } from '../dist/tools/prism/prism-page.js';

mkdirSync('docs/prism', { recursive: true });
const gains = chooseGains();
console.log(gains, { cost: costOfGains(gains), without: costOfGains(undefined) });
for (const [file, text] of renderPrismPages(gains)) writeFileSync(file, text);
