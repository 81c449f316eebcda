/**
 * Formats src/evm/assembly with biome, which does not parse AssemblyScript's decorated functions: the decorators are
 * comments while biome looks.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'src/evm/assembly';
const biome = 'node_modules/@biomejs/biome/bin/biome';

for (const name of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
  const source = readFileSync(`${folder}/${name}`, 'utf8');
  const hidden = source.replace(/^@(?=\w)/gm, '// @decorator ');
  const args = [biome, 'format', '--stdin-file-path', name.replaceAll('/', '-')];
  const formatted = execFileSync(process.execPath, args, { input: hidden, encoding: 'utf8' });
  const restored = formatted.replace(/^\/\/ @decorator /gm, '@');
  if (restored !== source) writeFileSync(`${folder}/${name}`, restored);
}
