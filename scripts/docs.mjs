/** npm run docs: writes the pages that are made from the commands, the configuration schemas and the native modules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { renderCliPage } from '../dist/cli/cli-page.js';
import { renderModulePages } from '../dist/cli/module-pages.js';
import { renderConfigurationPage } from '../dist/config/configuration-page.js';

mkdirSync('docs/modules', { recursive: true });
writeFileSync('docs/cli.md', renderCliPage());
writeFileSync('docs/configuration.md', renderConfigurationPage());
for (const [file, text] of renderModulePages()) writeFileSync(file, text);
