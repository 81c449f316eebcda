import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Home, homePaths } from '../../config/home.ts';
import { givenValues, readConfig } from '../../config/read-config.ts';
import type { ConfigValues } from '../../config/template.ts';
import { renderBanner } from '../../node/banner.ts';
import { createNode, type QordNode } from '../../node/create-node.ts';
import { readGenesisFile } from '../../node/genesis-file.ts';
import { openIdleCollection } from '../../node/idle-collection.ts';
import { createLog, type Log } from '../../node/log/create-log.ts';
import { createMemoryHome, removeAbandonedHomes, removeHome } from '../../node/memory-home.ts';
import { rejectDevelopmentAccounts } from '../../node/reject-development-accounts.ts';
import { readStartGenesis } from '../../node/start-genesis.ts';
import { writeHome } from '../../node/write-home.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { sleep } from '../../primitives/machine.ts';
import { startFlags } from '../catalog/start-flags.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { crash } from '../crash.ts';
import { CliError } from '../exit-codes.ts';
import { limitHeapGrowth } from '../heap-flags.ts';
import { homeOf } from '../input.ts';
import { listKeys } from '../keys/key-folder.ts';
import { movePorts } from '../move-ports.ts';
import { networkOf } from '../network.ts';
import { runBesideNode } from '../run-beside-node.ts';
import { checkStartFiles, openStartFiles, type StartFiles } from '../start-files.ts';
import { beforeStop, stopSignal } from '../stop-signal.ts';

/** Runs the node until SIGINT, SIGTERM or SIGHUP, or to the end of the command beside it. */
export async function run(input: CommandInput): Promise<CommandResult | undefined> {
  limitHeapGrowth();
  if (input.options.exec?.trim() === '') throw new CliError('usage', '--exec needs a command');
  if (!input.switches.has('memory')) return serve(input, startHomeOf(input));
  rejectBesideMemory(input);
  const home = createMemoryHome();
  void removeAbandonedHomes((error) => input.terminal.note(`qord: an old temporary home stays: ${error}`));
  const onServing = beforeStop(() => removeHome(home)); // a start can take long: that of a fork waits for its origin
  try {
    return await serve(input, home, onServing);
  } finally {
    onServing();
    removeHome(home);
  }
}

/**
 * The home of a node. A development network whose home nobody has named has one for each `--port`, so that several run
 * at once; the usual one where that is of another network.
 */
function startHomeOf(input: CommandInput): Home {
  const home = homeOf(input);
  const { port = '0', home: named = input.variables.QORD_HOME, network = 'dev' } = input.options;
  if (named !== undefined || network !== 'dev' || !/^[1-9]\d*$/.test(port)) return home;
  const isOfOther = existsSync(home.genesisFile) && readGenesisFile(home.genesisFile, undefined).network !== 'dev';
  return isOfOther ? home : homePaths(`${home.folder}-${port}`);
}

function rejectBesideMemory({ options: { home, network } }: CommandInput): void {
  if (home !== undefined) throw new CliError('usage', '--memory has a home of its own: leave out --home');
  if (network !== undefined && network !== 'dev')
    throw new CliError('usage', `--memory is for development networks, not for ${network}`);
}

/** `onServing`: called when signals are heard. */
async function serve(
  input: CommandInput,
  home: Home,
  onServing: () => void = () => {},
): Promise<CommandResult | undefined> {
  const given = { flags: await flagsOf(input), variables: input.variables, folderFile: folderFileFor(input, home) };
  const config = configOf(input, home, given);
  await checkStartFiles(input);
  const secp256k1 = await prepareSecp256k1();
  const genesis = await readStartGenesis(home, networkOf(input), config);
  const keys = genesis.network !== 'dev' ? listKeys(home.keyFolder).map(({ address }) => address) : [];
  rejectDevelopmentAccounts(genesis, home, keys);
  const format = input.switches.has('json') ? 'json' : config.log.format;
  const { exec } = input.options;
  const write = exec === undefined ? input.terminal.write : (line: string) => input.terminal.note(line.trimEnd());
  const log = createLog({ ...config.log, format }, write);
  if (secp256k1 !== 'native') log.warn('secp256k1 runs in WebAssembly: signatures take three times as long to check');
  if (given.folderFile !== undefined) log.info({ file: given.folderFile }, 'settings of this folder');
  const crashed = crash((err) => log.fatal({ err }, 'uncaught error'));
  const beforeChain = () => writeHome(home, genesis, startValues(given));
  const node = await createNode({ config, home, genesis, beforeChain }, log);
  const collection = openIdleCollection();
  let files: StartFiles | undefined;
  const stopped = stopSignal();
  onServing();
  const failed = Promise.race([node.ended, crashed]);
  let result: CommandResult | undefined;
  try {
    files = await openStartFiles(input, node, config, (err) => log.error({ err }, 'the state is not saved'));
    if (format === 'text' && exec === undefined && !input.switches.has('quiet'))
      input.terminal.print(bannerOf(node, home, input.switches.has('memory')));
    logStart(node, { secp256k1, ...(format === 'text' ? {} : { ...node.urls, home: home.folder }) }, log);
    if (exec === undefined) await Promise.race([stopped, failed]);
    else {
      const hasTerminal = input.terminal.isInteractive;
      const code = await runBesideNode(exec, { urls: node.urls, home: home.folder, stopped, hasTerminal, failed });
      result = { code };
    }
    await files.close();
    files = undefined;
  } catch (error) {
    await files?.close().catch((err) => log.error({ err }, 'the state is not saved'));
    await collection.close();
    await close(node, crashed, log).catch((err) => log.error({ err }, 'a part could not be closed'));
    throw error; // the reason of the end, not what follows from it
  }
  await collection.close();
  await close(node, crashed, log);
  return result;
}

type Flags = Readonly<Record<string, string>>;

type Given = Parameters<typeof givenValues>[1];

/** What a home keeps of the settings that were given, because only its beginning depends on them. */
function startValues(given: Given): ConfigValues {
  const preinstalls = givenValues('development', given)['development.preinstalls'];
  return {
    ...givenValues('genesis', given),
    ...(preinstalls !== undefined && { 'development.preinstalls': preinstalls }),
  };
}

/** Beside a command only warnings are logged, unless the command line says otherwise. */
function configOf(input: CommandInput, home: Home, { flags, ...given }: Given): Config {
  const { port, exec, hostname } = input.options;
  const { host = hostname ?? (input.variables.ANVIL_IP_ADDR || undefined) } = input.options;
  const quiet = exec === undefined ? {} : { 'log.level': 'warn' };
  const config = readConfig({ ...given, flags: { ...quiet, ...flags }, file: home.configFile });
  return movePorts(config, { port, host }, flags);
}

/** qord.toml in this folder, for a development network. */
function folderFileFor(input: CommandInput, { genesisFile }: Home): string | undefined {
  const file = resolve('qord.toml');
  if (!existsSync(file)) return undefined;
  const requested = networkOf(input);
  const network = existsSync(genesisFile) ? readGenesisFile(genesisFile, requested).network : (requested ?? 'dev');
  return network === 'dev' ? file : undefined;
}

async function close(node: QordNode, crashed: Promise<never>, log: Log): Promise<void> {
  log.info('stopping');
  await Promise.race([node.close(), crashed.catch(() => sleep(closingMs))]); // after a crash, parts may hang
  log.info({ height: node.chain.reader.head().number }, 'stopped');
}

/** Milliseconds in which a node closes after a crash. */
const closingMs = 3_000;

/** The settings on the command line, with short ones spelt out. */
async function flagsOf({ options, switches }: CommandInput): Promise<Flags> {
  const given = startFlags.filter(({ name }) => options[name] !== undefined || switches.has(name));
  const spelt = await Promise.all(given.map(({ name, settings }) => settings(options[name] ?? '')));
  const short = new Set(startFlags.map(({ name }) => name));
  const long = Object.entries(options).filter(([name]) => !short.has(name));
  return Object.assign({}, ...spelt, Object.fromEntries(long));
}

function bannerOf({ chain, control, urls, durable }: QordNode, home: Home, isTemporary: boolean): string {
  const state = chain.headState();
  const { identity, states } = chain.reader;
  const [network, chainId] = [identity.network, states.chainId()];
  const balanceOf: Parameters<typeof renderBanner>[0]['balanceOf'] = (address) => state.account(address)?.balance ?? 0n;
  const height = chain.reader.head().number;
  const accounts = control.development?.accounts ?? [];
  return renderBanner({ network, chainId, height, home: home.folder, isTemporary, durable, urls, accounts, balanceOf });
}

function logStart({ chain }: QordNode, details: object, log: Log): void {
  const { network } = chain.reader.identity;
  log.info(
    { network, chainId: Number(chain.reader.states.chainId()), height: chain.reader.head().number, ...details },
    'started',
  );
}
