import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { CometError, cometVersion } from '../comet-error.ts';

/** Releases with the same consensus as the one this driver is made for. */
const usable = /^v0\.40\.\d+$/;
/** What `cometbft version` of 0.40 prints when its release was not set at build time: 0.40.0 prints that of 0.39.0. */
const usableOutput = /^(?:0\.39\.0|0\.40\.\d+)(?:[-+].*)?$/;
/** Precedes the release in the build information that Go puts into each program. */
const marker = 'mod\tgithub.com/cometbft/cometbft\t';

type Places = {
  /** `comet.binary`; empty when the operator names none */
  readonly configured: string;
  /** home folder of the node */
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** The file of CometBFT, after a check of its release. Rejects with a CometError. */
export async function findCometBinary(places: Places): Promise<string> {
  const candidates = places.configured === '' ? usualPlaces(places) : [places.configured];
  const file = candidates.find(isProgram);
  if (file === undefined) throw new CometError({ code: 'binary-missing', looked: summary(places) });
  const version = releaseOf(file) ?? (await versionOutput(file));
  if (!usable.test(version)) throw new CometError({ code: 'other-version', file, version });
  return file;
}

function usualPlaces({ home, variables }: Places): string[] {
  const path = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [join(home, 'bin'), ...path, ...goFolders(variables)].map((folder) => join(folder, 'cometbft'));
}

/** Where `go install` puts programs. */
function goFolders({ GOBIN, GOPATH }: Places['variables']): string[] {
  const paths = (GOPATH ?? join(homedir(), 'go')).split(delimiter);
  return [...(GOBIN === undefined ? [] : [GOBIN]), ...paths.map((path) => join(path, 'bin'))];
}

function summary(places: Places): string[] {
  if (places.configured !== '') return [places.configured];
  return [join(places.home, 'bin', 'cometbft'), 'the PATH', ...goFolders(places.variables)];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The release in the build information; undefined for a build of a working copy. */
function releaseOf(file: string): string | undefined {
  const program = readFileSync(file);
  const at = program.indexOf(marker);
  if (at < 0) return undefined;
  const [release = ''] = program.toString('latin1', at + marker.length, at + marker.length + 100).split(/[\t\n]/);
  return release.startsWith('v') ? release : undefined;
}

/** The release that the program reports. */
async function versionOutput(file: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(file, ['version'], { timeout: 10_000 });
    const output = stdout.trim().split('\n')[0] ?? '';
    return usableOutput.test(output) ? cometVersion : output.slice(0, 40);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ' ') : String(error);
    throw new CometError({ code: 'binary-unusable', file, reason });
  }
}
