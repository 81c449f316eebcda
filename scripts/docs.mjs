/** npm run docs: writes the pages that are made from the commands, the configuration schemas and the native modules. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { renderCliPage } from '../dist/cli/cli-page.js';
import { gasMeasurements, renderGasPage } from '../dist/cli/gas-page.js';
import { renderModulePages } from '../dist/cli/module-pages.js';
import { renderQorPage } from '../dist/cli/qor-page.js';
import { renderConfigurationPage } from '../dist/config/configuration-page.js';
import { declaredMethods } from '../dist/tools/from-anvil/declared-methods.js';
import { renderFromHardhatPage } from '../dist/tools/from-anvil/flags-page.js';
import { renderFromAnvilPage } from '../dist/tools/from-anvil/page.js';
import { renderClientsPage } from './clients-page.mjs';

mkdirSync('docs/modules', { recursive: true });
writeFileSync('docs/cli.md', renderCliPage());
writeFileSync('docs/clients.md', renderClientsPage());
writeFileSync('docs/qor.md', renderQorPage());
writeFileSync('docs/configuration.md', renderConfigurationPage());
const measured = gasMeasurements.parse(JSON.parse(readFileSync('docs/gas-measured.json', 'utf8')));
writeFileSync('docs/gas.md', renderGasPage(measured));
for (const [file, text] of renderModulePages()) writeFileSync(file, text);
const end = new AbortController();
writeFileSync('docs/from-anvil.md', renderFromAnvilPage(declaredMethods(end.signal)));
writeFileSync('docs/from-hardhat.md', renderFromHardhatPage());
end.abort();
