import type { Home } from '../../config/home.ts';
import { readConfig } from '../../config/read-config.ts';
import { renderBanner } from '../../node/banner.ts';
import { createNode, type QordNode } from '../../node/create-node.ts';
import { createLog, type Log } from '../../node/log/create-log.ts';
import { rejectDevelopmentAccounts } from '../../node/reject-development-accounts.ts';
import { readStartGenesis } from '../../node/start-genesis.ts';
import { writeHome } from '../../node/write-home.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { sleep } from '../../primitives/machine.ts';
import type { CommandInput } from '../command.ts';
import { crash } from '../crash.ts';
import { limitHeapGrowth } from '../heap-flags.ts';
import { homeOf } from '../input.ts';
import { listKeys } from '../keys/key-folder.ts';
import { networkOf } from '../network.ts';
import { stopSignal } from '../stop-signal.ts';

/** Runs the node until SIGINT, SIGTERM or SIGHUP. */
export async function run(input: CommandInput): Promise<undefined> {
  limitHeapGrowth();
  const home = homeOf(input);
  const config = readConfig({ flags: flagsOf(input), variables: input.variables, file: home.configFile });
  const genesis = await readStartGenesis(home, networkOf(input), config);
  const keys = genesis.network !== 'dev' ? listKeys(home.keyFolder).map(({ address }) => address) : [];
  rejectDevelopmentAccounts(genesis, home, keys);
  const format = input.switches.has('json') ? 'json' : config.log.format;
  const log = createLog({ ...config.log, format }, input.terminal.write);
  const secp256k1 = await prepareSecp256k1();
  if (secp256k1 !== 'native') log.warn('secp256k1 runs in WebAssembly: signatures take three times as long to check');
  const crashed = crash((err) => log.fatal({ err }, 'uncaught error'));
  const node = await createNode({ config, home, genesis }, log);
  const stopped = stopSignal();
  try {
    writeHome(home, genesis);
    if (format === 'text') input.terminal.print(bannerOf(node, home));
    logStart(node, { secp256k1, ...(format === 'text' ? {} : { ...node.urls, home: home.folder }) }, log);
    await Promise.race([stopped, node.ended, crashed]);
  } catch (error) {
    await close(node, crashed, log).catch((err) => log.error({ err }, 'a part could not be closed'));
    throw error; // the reason of the end, not what follows from it
  }
  await close(node, crashed, log);
}

async function close(node: QordNode, crashed: Promise<never>, log: Log): Promise<void> {
  log.info('stopping');
  await Promise.race([node.close(), crashed.catch(() => sleep(closingMs))]); // after a crash, parts may hang
  log.info({ height: node.chain.reader.head().number }, 'stopped');
}

/** Milliseconds in which a node closes after a crash. */
const closingMs = 3_000;

const shortNames = {
  comet: 'comet.process',
  cometbft: 'comet.binary',
  'fork-url': 'fork.url',
  'fork-block-number': 'fork.block-number',
  'fork-header': 'fork.headers',
  'chain-id': 'fork.chain-id',
};

/** The settings on the command line, with their short names spelt out. */
function flagsOf({ options }: CommandInput): Readonly<Record<string, string>> {
  const named = Object.entries(shortNames).flatMap(([short, long]) => {
    const value = options[short];
    return value === undefined ? [] : [[long, value] as const];
  });
  const flags = Object.entries(options).filter(([name]) => !Object.hasOwn(shortNames, name));
  return Object.fromEntries([...named, ...flags]);
}

function bannerOf({ chain, urls, durable }: QordNode, home: Home): string {
  const state = chain.headState();
  const { identity } = chain.reader;
  const balanceOf: Parameters<typeof renderBanner>[0]['balanceOf'] = (address) => state.account(address)?.balance ?? 0n;
  const height = chain.reader.head().number;
  return renderBanner({ identity, height, home: home.folder, durable, urls, balanceOf });
}

function logStart({ chain }: QordNode, details: object, log: Log): void {
  const { network, chainId } = chain.reader.identity;
  log.info({ network, chainId: Number(chainId), height: chain.reader.head().number, ...details }, 'started');
}
