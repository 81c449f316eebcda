/** The text of docs/clients.md: which clients are tested, and the examples in clients/ as they are run. */
import { readFileSync } from 'node:fs';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const pinned = (file, pattern) => readFileSync(`clients/${file}`, 'utf8').match(pattern)?.[1] ?? '';

/** Client, version, what is tried, and where. */
const rows = () => [
  ['ethers', version('ethers'), 'transfers, contracts, events, fees, calls of native modules', 'npm test'],
  ['viem', version('viem'), 'reads, transactions, contracts, all test actions as anvil and as Hardhat', 'npm test'],
  ['web3.js', version('web3'), 'reads, transactions, subscriptions', 'npm test'],
  ['@solana/web3.js', version('@solana/web3.js'), 'reads of the SVM interface', 'npm test'],
  ['@solana/kit', version('@solana/kit'), 'reads and subscriptions of the SVM interface', 'npm test'],
  ['cast', '1.7.1', 'reads, transactions, contracts', 'npm test, when it is installed'],
  ['forge', '1.7.1', 'tests with --fork-url, on a fork of a fork', 'npm test, when it is installed'],
  ['anvil', '1.7.1', 'as the origin of a fork', 'npm test, when it is installed'],
  ['cast', pinned('cast/package.json', /cast": "(.*)"/), 'trace, run', 'scripts/clients.sh'],
  ['web3.py', pinned('python/requirements.txt', /==(.*)/), 'transactions, the tracing module', 'scripts/clients.sh'],
  ['go-ethereum', pinned('go/go.mod', /go-ethereum v([\d.]+)/), 'ethclient, signing, headers', 'scripts/clients.sh'],
  [
    '@openzeppelin/hardhat-upgrades',
    pinned('hardhat-upgrades/package.json', /hardhat-upgrades": "(.*)"/),
    'transparent proxies and beacons: deploy, upgrade (Hardhat 2)',
    'scripts/clients.sh',
  ],
  ['ethereum-etl', pinned('ethereum-etl/requirements.txt', /==(.*)/), 'export_traces', 'scripts/clients.sh'],
  [
    'alto (ERC-4337)',
    pinned('alto/package.json', /alto": "(.*)"/),
    'safe mode: a user operation of EntryPoint 0.7, validated with a tracer in JavaScript',
    'scripts/clients.sh',
  ],
];

const examples = [
  ['Python: web3.py', 'python', 'python/example.py'],
  ['Go: go-ethereum', 'go', 'go/main.go'],
  ['Foundry: cast', 'bash', 'cast/example.sh'],
  ['Python: ethereum-etl', 'bash', 'ethereum-etl/example.sh'],
  ['JavaScript: an ERC-4337 bundler', 'js', 'alto/example.js'],
  ['JavaScript: Hardhat with upgradeable contracts', 'js', 'hardhat-upgrades/example.js'],
];

export function renderClientsPage() {
  const table = rows().map((cells) => `| ${cells.join(' | ')} |`);
  const sections = examples.flatMap(([title, language, file]) => [
    `## ${title}`,
    '',
    `\`clients/${file}\`, with \`QORD_URL\` set to the URL of the EVM interface:`,
    '',
    `\`\`\`${language}`,
    readFileSync(`clients/${file}`, 'utf8').trimEnd(),
    '```',
    '',
  ]);
  return [
    '# Clients',
    '',
    'The clients that the tests drive. `npm test` runs those from npm, `scripts/clients.sh` the examples below against a node of its own; it skips what has no toolchain. alto 0.0.20 fails in safe mode on go-ethereum 1.16.8 too (`DelegateAndRevert` not in their ABI), hence the version. This page is generated from both (`npm run docs`).',
    '',
    '| client | version | what is tried | by |',
    '| --- | --- | --- | --- |',
    ...table,
    '',
    ...sections,
  ].join('\n');
}
