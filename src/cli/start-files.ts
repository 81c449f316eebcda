import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Config } from '../config/config.ts';
import type { QordNode } from '../node/create-node.ts';
import { localCall } from '../node/local-call.ts';
import { readGivenFile } from '../primitives/given-file.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { clearInterval, setInterval } from '../primitives/machine.ts';
import type { CommandInput } from './command.ts';
import { CliError } from './exit-codes.ts';
import { assertWritable, replaceFile } from './output-file.ts';

/** Files of the operator, read and written by the methods that clients have for it. */
export type StartFiles = {
  /** Writes the state, if that is wanted, and ends the timer. Rejects with a CliError. */
  close(): Promise<void>;
};

/** What the options name. */
type Given = {
  /** file to load from, and its option */
  readonly load: readonly [string, string] | undefined;
  readonly dump: readonly [string, string] | undefined;
  readonly configOut: string | undefined;
  readonly intervalSeconds: number | undefined;
};

/**
 * Throws a CliError for files that cannot be read or written, before there is a node: it would say so only at its end.
 */
export async function checkStartFiles(input: CommandInput): Promise<void> {
  const { load, dump, configOut } = given(input);
  if (load !== undefined) readState(load);
  if (dump !== undefined) await assertWritable(...dump);
  if (configOut !== undefined) await assertWritable('--config-out', configOut);
}

/**
 * Loads a saved state and describes the network, as `--load-state`, `--state` and `--config-out` say; saves the state
 * every `--state-interval` seconds and at the end, as `--dump-state` and `--state` say. Rejects with a CliError.
 */
export async function openStartFiles(
  input: CommandInput,
  node: QordNode,
  config: Config,
  onFault: (error: unknown) => void,
): Promise<StartFiles> {
  const { load, dump, configOut, intervalSeconds } = given(input);
  if (load !== undefined || dump !== undefined) assertDevelopment(node);
  if (load !== undefined) await loadState(node, load);
  if (configOut !== undefined) await replaceFile('--config-out', configOut, describe(node, config));
  if (dump === undefined) return { close: async () => {} };
  const save = async () => replaceFile(...dump, await packState(node));
  let saving: Promise<void> | undefined;
  const saveAgain = () => {
    saving ??= save()
      .catch(onFault)
      .finally(() => {
        saving = undefined;
      });
  };
  const timer = intervalSeconds && setInterval(saveAgain, intervalSeconds * 1000);
  return {
    close: async () => {
      if (timer) clearInterval(timer);
      await saving;
      await save();
    },
  };
}

function given({ options }: CommandInput): Given {
  const { state, 'load-state': load, 'dump-state': dump, 'state-interval': seconds } = options;
  const both = state === undefined ? undefined : (['--state', stateFile(state)] as const);
  const saved = dump === undefined ? both : (['--dump-state', stateFile(dump)] as const);
  if (seconds !== undefined && (!/^[1-9]\d{0,5}$/.test(seconds) || saved === undefined))
    throw new CliError('usage', '--state-interval is a number of seconds, with --state or --dump-state');
  for (const [name, path] of Object.entries({
    state,
    'load-state': load,
    'dump-state': dump,
    'config-out': options['config-out'],
  }))
    if (path === '') throw new CliError('usage', `--${name} is empty: name a file`);
  const kept = both !== undefined && existsSync(both[1]) ? both : undefined;
  return {
    load: load === undefined ? kept : ['--load-state', stateFile(load)],
    dump: saved,
    configOut: options['config-out'],
    intervalSeconds: seconds === undefined ? undefined : Number(seconds),
  };
}

function assertDevelopment({ control }: QordNode): void {
  if (control.development === undefined)
    throw new CliError('usage', '--state, --load-state and --dump-state are for development networks');
}

/** In a folder the file has the name that anvil gives it. */
function stateFile(path: string): string {
  return isFolder(path) ? join(path, 'state.json') : path;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // whoever uses the path says why it cannot be used
  }
}

/** Megabytes of the largest state that `anvil_loadState` reads. */
const mostMegabytes = 128;

function readState([option, file]: readonly [string, string]): Buffer {
  try {
    return readGivenFile(file, { what: 'a state', megabytes: mostMegabytes });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('failure', `${option} ${file}: ${reason}; name one that --dump-state or anvil has written`);
  }
}

async function loadState(node: QordNode, named: readonly [string, string]): Promise<void> {
  const [option, file] = named;
  const { error } = await answer(node, 'anvil_loadState', toHex(readState(named)));
  if (error === undefined) return;
  throw new CliError(
    'failure',
    `${option} ${file}: ${error.replace(/^invalid argument \d+: /, '')}; name one that --dump-state or anvil has written`,
  );
}

async function packState(node: QordNode): Promise<Buffer> {
  const { result, error } = await answer(node, 'anvil_dumpState');
  if (error !== undefined) throw new CliError('failure', `anvil_dumpState: ${error}`);
  if (typeof result !== 'string') throw new TypeError('anvil_dumpState returns text');
  return await promisify(gunzip)(fromHex(`0x${result.slice(2)}`));
}

/** The members of anvil's file, and the URLs. */
function describe({ chain, control, urls }: QordNode, { genesis }: Config): string {
  const accounts = control.development?.accounts ?? [];
  const { baseFee, gasLimit } = chain.reader.head();
  return JSON.stringify({
    available_accounts: accounts.map(({ address }) => address),
    private_keys: accounts.map(({ privateKey }) => privateKey),
    wallet: { derivation_path: `${genesis['derivation-path']}/`, mnemonic: genesis.mnemonic },
    base_fee: baseFee.toString(),
    gas_price: baseFee.toString(),
    gas_limit: gasLimit.toString(),
    genesis_timestamp: String(chain.reader.header(chain.reader.identity.genesisHeight)?.timestamp ?? 0),
    urls,
  });
}

type Answer = { readonly result?: unknown; readonly error?: string };

/** What a method returns to a client in this process. */
async function answer({ dispatchers }: QordNode, method: string, ...params: readonly unknown[]): Promise<Answer> {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const reply = await dispatchers.evm(body, localCall(new AbortController().signal));
  const { result, error } = JSON.parse(String(reply));
  return error === undefined ? { result } : { error: error.message };
}
