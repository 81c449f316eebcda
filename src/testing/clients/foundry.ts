import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(fileURLToPath(import.meta.url), '../../../../node_modules/@foundry-rs');

/**
 * A program of Foundry among the packages of this project; undefined when it is not installed. The package of the
 * platform contains the program itself: the launcher beside it hides how the program ended. Another on the PATH may be
 * of any age.
 */
export function findFoundry(name: string): string | undefined {
  const installed = existsSync(packages) ? readdirSync(packages) : [];
  const platform = installed.find((folder) => folder.startsWith(`${name}-`));
  return platform === undefined ? undefined : join(packages, platform, 'bin', name);
}

/** Why a test with the program is skipped; false when it is installed. */
export function foundryMissing(name: string): string | false {
  return (
    findFoundry(name) === undefined &&
    `${name} is missing: npm install --no-save --ignore-scripts @foundry-rs/${name}@1.7.1`
  );
}
