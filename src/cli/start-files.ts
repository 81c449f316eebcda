import { existsSync, readFileSync, statSync } from 'node:fs';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Config } from '../config/config.ts';
import type { QordNode } from '../node/create-node.ts';
import { localCall } from '../node/local-call.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { clearInterval, setInterval } from '../primitives/machine.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { CommandInput } from './command.ts';
import { CliError } from './exit-codes.ts';

/** Files of the operator, read and written by the methods that clients have for it. */
export type StartFiles = {
  /** Writes the state, if that is wanted, and ends the timer. Rejects with a CliError. */
  close(): Promise<void>;
};

/**
 * Loads a saved state and describes the network, as `--load-state`, `--state` and `--config-out` say; saves the state
 * every `--state-interval` seconds and at the end, as `--dump-state` and `--state` say. Rejects with a CliError.
 */
export async function openStartFiles(
  { options }: CommandInput,
  node: QordNode,
  config: Config,
  onFault: (error: unknown) => void,
): Promise<StartFiles> {
  const { state, 'load-state': load, 'dump-state': dump = state, 'state-interval': seconds } = options;
  if (seconds !== undefined && (!/^\d{1,6}$/.test(seconds) || Number(seconds) === 0 || dump === undefined))
    throw new CliError('usage', '--state-interval is a number of seconds, with --state or --dump-state');
  for (const name of [load, dump]) if (name !== undefined) assertDevelopment(node);
  if (load !== undefined || (state !== undefined && existsSync(stateFile(state)))) {
    await loadState(node, stateFile(load ?? state ?? ''));
  }
  if (options['config-out'] !== undefined) await writeText(options['config-out'], describe(node, config));
  if (dump === undefined) return { close: async () => {} };
  const save = () => saveState(node, stateFile(dump));
  let saving: Promise<void> | undefined;
  const saveAgain = () => {
    saving ??= save()
      .catch(onFault)
      .finally(() => {
        saving = undefined;
      });
  };
  const timer = seconds && setInterval(saveAgain, Number(seconds) * 1000);
  return {
    close: async () => {
      if (timer) clearInterval(timer);
      await saving;
      await save();
    },
  };
}

function assertDevelopment({ control }: QordNode): void {
  if (control.development === undefined)
    throw new CliError('usage', '--state, --load-state and --dump-state are for development networks');
}

/** In a folder the file has the name that anvil gives it. */
function stateFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'state.json') : path;
}

/** Megabytes of the largest state that `anvil_loadState` reads. */
const mostMegabytes = 128;

async function loadState(node: QordNode, file: string): Promise<void> {
  const bytes = await withFile(file, () => {
    if (statSync(file).size > mostMegabytes * 2 ** 20) throw new Error(`a state has at most ${mostMegabytes} MB`);
    return readFileSync(file);
  });
  await request(node, 'anvil_loadState', toHex(bytes));
}

async function saveState(node: QordNode, file: string): Promise<void> {
  const packed = await request(node, 'anvil_dumpState');
  if (typeof packed !== 'string') throw new TypeError('anvil_dumpState returns text');
  await writeText(file, await promisify(gunzip)(fromHex(`0x${packed.slice(2)}`)));
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

/** What a method returns to a client in this process. Rejects with a CliError. */
async function request({ dispatchers }: QordNode, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const reply = await dispatchers.evm(body, localCall(new AbortController().signal));
  const { result, error } = JSON.parse(String(reply));
  if (error !== undefined) throw new CliError('failure', `${method}: ${error.message}`);
  return result;
}

/** Puts the whole file in the place of the one before, or of what a link leads to. A slow disk keeps nobody waiting. */
function writeText(named: string, text: string | Uint8Array): Promise<void> {
  return withFile(named, async () => {
    const file = await realpath(named).catch(() => named); // there is none yet
    const temporary = `${file}.new`;
    try {
      await writeFile(temporary, text, { flush: true });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true }); // on a full disk it takes what is left
      throw error;
    }
  });
}

async function withFile<T>(file: string, work: () => MaybePromise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CliError('failure', `${file}: ${error instanceof Error ? error.message : error}`);
  }
}
