/** npm start: builds what is missing or older than its sources, then runs `qord start` with the arguments given. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const builtStamp = join(root, 'dist/.built');

function isBuilt() {
  if (!existsSync(builtStamp)) return false;
  const built = statSync(builtStamp).mtimeMs;
  const sources = ['src', 'packages/curves/src', 'packages/curves/assembly', 'packages/curves/scripts'].flatMap(
    (folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  return [...sources, join(root, 'package.json'), join(root, 'tsconfig.json')].every(
    (file) => statSync(file).mtimeMs <= built,
  );
}

if (!isBuilt()) {
  console.log('building qord …');
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
}

const program = join(root, 'dist/qord.cjs');
process.argv = [process.execPath, program, 'start', ...process.argv.slice(2)];
await import(program);
