import type { ChainIdentity } from '../chain/types.ts';
import { chainVersion, programVersion } from '../config/version.ts';
import { type Address, toBase58, toBech32, toChecksum } from '../primitives/address.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import { formatQor } from '../primitives/units.ts';

/** URLs of the interfaces; undefined for a disabled one. */
export type NodeUrls = {
  readonly explorer: string | undefined;
  readonly http: string | undefined;
  readonly webSocket: string | undefined;
  /** path of the Unix socket of the EVM interface */
  readonly ipc: string | undefined;
  readonly svm: string | undefined;
  readonly svmWebSocket: string | undefined;
  readonly metrics: string | undefined;
};

type BannerFacts = {
  readonly network: ChainIdentity['network'];
  readonly chainId: bigint;
  readonly height: number;
  readonly home: string;
  /** whether the home is removed at the end */
  readonly isTemporary: boolean;
  /** whether a block is on disk before clients see it */
  readonly durable: boolean;
  readonly urls: NodeUrls;
  /** accounts of a development network whose keys it has */
  readonly accounts: readonly DevelopmentAccount[];
  /** wei at the newest block */
  readonly balanceOf: (address: Address) => bigint;
};

/** What a user needs to connect to the node, printed when it starts. */
export function renderBanner({
  network,
  chainId,
  height,
  home,
  isTemporary,
  durable,
  urls,
  accounts,
  balanceOf,
}: BannerFacts): string {
  const off = 'disabled';
  const lines = [
    `qord ${programVersion()}, chain behaviour ${chainVersion}`,
    '',
    `  network   ${networkNames[network]}, at block ${height}`,
    `  chain id  ${chainId} (0x${chainId.toString(16)})`,
    `  home      ${home}`,
    ...(durable || isTemporary
      ? []
      : ['            survives a crash of the node, not of the machine; for both: --storage.durable true']),
    '',
    ...(urls.explorer === undefined ? [] : [`  explorer  ${urls.explorer}`, '']),
    `  EVM       ${urls.http ?? off}  ${urls.webSocket ?? ''}`.trimEnd(),
    ...(urls.ipc === undefined ? [] : [`            ${urls.ipc}`]),
    `  SVM       ${urls.svm ?? off}  ${urls.svmWebSocket ?? ''}`.trimEnd(),
    ...(urls.metrics === undefined ? [] : [`  metrics   ${urls.metrics}`]),
    '',
    '  decimals of QOR: EVM 18 (wei), SVM 9 (lamports), native and qor_ 6 (uqor)',
    ...(network === 'dev' ? developmentLines(accounts, balanceOf) : []),
    '',
    isTemporary
      ? 'Ctrl-C stops the node and removes the chain.'
      : 'Ctrl-C stops the node; the next start continues the chain.',
    '',
  ];
  return lines.join('\n');
}

const networkNames = { mainnet: 'mainnet', testnet: 'testnet', dev: 'development network' } as const;

function developmentLines(accounts: BannerFacts['accounts'], balanceOf: BannerFacts['balanceOf']): string[] {
  const lines = accounts.flatMap(({ address, privateKey }, index) => [
    `  dev${index}  ${formatQor(balanceOf(address))} QOR`,
    `        ${toChecksum(address)}  ${toBech32(address)}`,
    `        ${toBase58(address)}`,
    `        key ${privateKey}`,
  ]);
  return ['', 'Development accounts. Their keys are public: never send anything of value to them.', '', ...lines];
}
