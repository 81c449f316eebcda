/**
 * Formats what is written in AssemblyScript with biome, which does not parse its decorated functions: the decorators
 * are comments while biome runs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folders = ['src/evm/assembly', 'packages/curves/assembly', 'src/svm/assembly'];
const biome = 'node_modules/@biomejs/biome/bin/biome';

const filesOf = (folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);

for (const file of folders.flatMap(filesOf).filter((name) => name.endsWith('.ts'))) {
  const source = readFileSync(file, 'utf8');
  const hidden = source.replace(/^@(?=\w)/gm, '// @decorator ');
  const args = [biome, 'format', '--stdin-file-path', file.replaceAll('/', '-')];
  const formatted = execFileSync(process.execPath, args, { input: hidden, encoding: 'utf8' });
  const restored = formatted.replace(/^\/\/ @decorator /gm, '@');
  if (restored !== source) writeFileSync(file, restored);
}
