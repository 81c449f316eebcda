import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the built page, as it is and compressed. */
export type SiteFile = { readonly type: string; readonly plain: Buffer; readonly gzipped: Buffer };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const compress = promisify(gzip);

/** The folder that `npm run build` writes. */
export const siteFolder = fileURLToPath(new URL('../site/', import.meta.url));

/** The files of the built page by path; only those that exist when it opens, so that no request leads elsewhere. */
export class SiteFiles {
  readonly #paths: ReadonlySet<string>;
  readonly #folder: string;
  readonly #loaded = new Map<string, Promise<SiteFile>>();

  constructor(folder: string) {
    this.#folder = folder;
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    this.#paths = new Set(names.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in types));
  }

  /** Undefined for a path without a file. Each is read and compressed once. Rejects when a new build removed it. */
  get(path: string): Promise<SiteFile> | undefined {
    if (!this.#paths.has(path)) return undefined;
    const known = this.#loaded.get(path) ?? this.#load(path);
    this.#loaded.set(path, known);
    known.catch(() => this.#loaded.delete(path));
    return known;
  }

  async #load(path: string): Promise<SiteFile> {
    const plain = await readFile(join(this.#folder, path));
    return { type: types[extname(path)] ?? '', plain, gzipped: await compress(plain, { level: 9 }) };
  }
}
