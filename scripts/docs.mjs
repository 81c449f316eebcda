/** npm run docs: writes the pages that are made from the commands and the configuration schemas. */
import { writeFileSync } from 'node:fs';
import { renderCliPage } from '../dist/cli/cli-page.js';
import { renderConfigurationPage } from '../dist/config/configuration-page.js';

writeFileSync('docs/cli.md', renderCliPage());
writeFileSync('docs/configuration.md', renderConfigurationPage());
