import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** The files of a certificate cannot be used; the message names the setting and the remedy. */
export class TlsFilesError extends Error {
  override name = 'TlsFilesError';
}

/** A certificate chain and its private key, both PEM. */
export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

type TlsOptions = { readonly 'tls-certificate': string; readonly 'tls-key': string };

/**
 * Reads the files that a section of the configuration names; undefined when it names none. Throws a
 * TlsFilesError that says which setting is wrong.
 */
export function readTlsFiles(section: string, options: TlsOptions): TlsFiles | undefined {
  const { 'tls-certificate': certificate, 'tls-key': key } = options;
  if (certificate === '' && key === '') return undefined;
  if (certificate === '' || key === '') {
    const missing = certificate === '' ? 'tls-certificate' : 'tls-key';
    throw new TlsFilesError(`[${section}] ${missing} is empty; name a PEM file, or empty both to serve without TLS`);
  }
  const files = {
    cert: readFile(section, 'tls-certificate', certificate),
    key: readFile(section, 'tls-key', key),
  };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new TlsFilesError(
      `[${section}] tls-certificate and tls-key do not make a pair of PEM files: ${reasonOf(error)}`,
    );
  }
  return files;
}

function readFile(section: string, name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new TlsFilesError(`[${section}] ${name}: ${reasonOf(error)}; name a PEM file that qord may read`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
