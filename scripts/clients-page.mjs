/**
 * The text of docs/clients.md: which clients are tested, with the examples in clients/ as they are run. What was tried
 * is read from the examples and tests themselves (the sentence at the beginning of an example, the titles of the cases
 * of a test), versions from the manifests that they are installed by.
 */
import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const firstOf = (path, pattern) => {
  const [, found] = pattern.exec(read(path)) ?? [];
  if (found === undefined) throw new Error(`${path}: no ${pattern}`);
  return found;
};
/** of a package of this project, as it is locked */
const locked = (name) => JSON.parse(read('package-lock.json')).packages[`node_modules/${name}`].version;
/** of a package in the manifest of an example */
const npm = (folder, name) => JSON.parse(read(`clients/${folder}/package.json`)).dependencies[name];
const pip = (folder) => firstOf(`clients/${folder}/requirements.txt`, /==(.*)/);
const goModule = (folder, name) => firstOf(`clients/${folder}/go.mod`, new RegExp(`${name} v(\\S+)`));
const foundry = firstOf('src/testing/clients/foundry.ts', /@foundry-rs\/\S+@([\d.]+)/);

/** Folders of clients/ that npm test runs, in the order of the page. */
const libraries = [
  { folder: 'ethers', title: 'JavaScript: ethers 6', client: 'ethers 6', tests: ['e2e/ethers'] },
  { folder: 'ethers-5', title: 'JavaScript: ethers 5', client: 'ethers 5' },
  { folder: 'viem', title: 'JavaScript: viem', client: 'viem', tests: ['e2e/viem', 'e2e/viem-test-client'] },
  { folder: 'web3', title: 'JavaScript: web3.js', client: 'web3.js', tests: ['e2e/web3'] },
  {
    ...{ folder: 'solana-web3', title: 'JavaScript: @solana/web3.js', client: '@solana/web3.js' },
    ...{ package: '@solana/web3.js', tests: ['rpc/svm/web3-client', 'rpc/svm/web3-reads'] },
  },
  {
    ...{ folder: 'solana-kit', title: 'JavaScript: @solana/kit', client: '@solana/kit' },
    ...{ package: '@solana/kit', tests: ['rpc/svm/kit-client', 'rpc/svm/kit-reads'] },
  },
];

/** Programs that tests drive where they are installed. */
const programs = [
  { client: 'cast', version: foundry, tests: ['e2e/cast'] },
  { client: 'forge', version: foundry, tests: ['e2e/fork-forge'] },
  { client: 'anvil', version: foundry, tests: ['e2e/fork-origins', 'e2e/fork-reset'] },
];

/** Folders of clients/ that scripts/clients.sh runs, in the order of the page. */
const scripted = [
  { folder: 'python', title: 'Python: web3.py', client: 'web3.py', version: pip('python') },
  { folder: 'ape', title: 'Python: ape', client: 'ape', version: pip('ape') },
  { folder: 'ethereum-etl', title: 'Python: ethereum-etl', client: 'ethereum-etl', version: pip('ethereum-etl') },
  { folder: 'go', title: 'Go: go-ethereum', client: 'go-ethereum', version: goModule('go', 'go-ethereum') },
  { folder: 'abigen', title: 'Go: abigen', client: 'abigen', version: goModule('abigen', 'go-ethereum') },
  {
    ...{ folder: 'rust', title: 'Rust: alloy', client: 'alloy' },
    version: firstOf('clients/rust/Cargo.toml', /alloy = \{ version = "([^"]*)"/),
  },
  {
    ...{ folder: 'java', title: 'Java: web3j', client: 'web3j' },
    version: firstOf('clients/java/pom.xml', /web3j<[\s\S]*?<version>([^<]*)</),
  },
  { folder: 'foundry', title: 'Foundry', client: 'cast, forge, chisel', version: npm('foundry', '@foundry-rs/forge') },
  { folder: 'hardhat-2', title: 'JavaScript: Hardhat 2', client: 'Hardhat 2', version: npm('hardhat-2', 'hardhat') },
  {
    ...{
      folder: 'hardhat-network-helpers',
      title: 'JavaScript: Hardhat 2 on a fork',
      client: 'hardhat-network-helpers',
    },
    version: npm('hardhat-network-helpers', '@nomicfoundation/hardhat-network-helpers'),
  },
  {
    ...{ folder: 'hardhat-suite', title: 'JavaScript: a suite of Hardhat 2', client: 'hardhat-chai-matchers' },
    version: npm('hardhat-suite', '@nomicfoundation/hardhat-chai-matchers'),
  },
  { folder: 'hardhat-3', title: 'JavaScript: Hardhat 3', client: 'Hardhat 3', version: npm('hardhat-3', 'hardhat') },
  {
    ...{ folder: 'safe', title: 'JavaScript: Safe', client: '@safe-global/protocol-kit' },
    version: npm('safe', '@safe-global/protocol-kit'),
  },
  {
    ...{ folder: 'alto', title: 'JavaScript: an ERC-4337 bundler', client: 'alto' },
    version: npm('alto', '@pimlico/alto'),
  },
  { folder: 'ponder', title: 'JavaScript: Ponder', client: 'Ponder', version: npm('ponder', 'ponder') },
  { folder: 'solana-py', title: 'Python: solana-py', client: 'solana-py', version: pip('solana-py') },
  { folder: 'solana-go', title: 'Go: solana-go', client: 'solana-go', version: goModule('solana-go', 'solana-go') },
];

const languages = { js: 'js', py: 'python', go: 'go', rs: 'rust', java: 'java', sh: 'bash' };
const interfaces = {
  QORD_URL: 'the EVM interface',
  QORD_WS_URL: 'the EVM interface over WebSocket',
  QORD_SVM_URL: 'the SVM interface',
  QORD_SVM_WS_URL: 'the SVM interface over WebSocket',
  HELPERS_URL: 'a fork of it, which says that it is Hardhat (`development.client-version`)',
};

/** Path of the example of a folder: the one file that is named so, in the language of the client. */
function exampleOf(folder) {
  const names = readdirSync(new URL(`../clients/${folder}`, import.meta.url), { recursive: true });
  const found = names
    .map(String)
    .find((name) => /^(?:example\.\w+|main\.go|src\/main\.rs|.*\/Example\.java)$/.test(name));
  if (found === undefined) throw new Error(`clients/${folder}: no example`);
  return `clients/${folder}/${found}`;
}

/** What an example tries: its first comment of the form `Client: what is tried.` */
function triedBy(path) {
  return firstOf(path, /^(?:"""|\/\*\* |\/\/!? |# )[^:\n]*: (.*?)\.?(?:"""| \*\/)?$/m);
}

/** Titles of the cases in a test file of src/. */
function casesOf(name) {
  const found = [...read(`src/${name}.test.ts`).matchAll(/^\s*test\((['"`])(.*?)\1/gm)].map(([, , title]) => title);
  if (found.length === 0) throw new Error(`src/${name}.test.ts has no cases`);
  return found;
}

/** How scripts/clients.sh runs a folder. */
function commandOf(folder) {
  const path = 'scripts/clients.sh';
  if (!new RegExp(`[' ]${folder}:`).test(firstOf(path, /^examples=('[^']*)/m)))
    throw new Error(`${path} has no ${folder}`);
  const slow = firstOf(path, /^slow='([^']*)'/m).split(' ');
  return slow.includes(folder) ? `SLOW=1 ${path}` : path;
}

function rows() {
  const titles = (tests = []) => tests.flatMap(casesOf);
  return [
    ...libraries.map(({ folder, client, tests, package: name = folder }) => {
      const tried = [triedBy(exampleOf(folder)), ...titles(tests)].join('; ');
      return [client, locked(name), tried, 'npm test'];
    }),
    ...programs.map(({ client, version, tests }) => {
      return [client, version, titles(tests).join('; '), 'npm test, when it is installed'];
    }),
    ...scripted.map(({ folder, client, version }) => [client, version, triedBy(exampleOf(folder)), commandOf(folder)]),
  ];
}

function sectionOf({ folder, title }) {
  const path = exampleOf(folder);
  const text = read(path);
  // those of Hardhat read the URL in the configuration beside them
  const configuration = readdirSync(`clients/${folder}`).filter((name) => name.startsWith('hardhat.config.'));
  const code = text + configuration.map((name) => read(`clients/${folder}/${name}`)).join('');
  const variables = Object.entries(interfaces).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
  const urls = variables.map(([name, meaning]) => `\`${name}\` (${meaning})`).join(' and ');
  const language = languages[path.split('.').at(-1)];
  return [`## ${title}`, '', `\`${path}\`, with ${urls}:`, '', `\`\`\`${language}`, text.trimEnd(), '```', ''];
}

/** The folders of clients/ that the page shows. */
export function clientFolders() {
  return [...libraries, ...scripted].map(({ folder }) => folder);
}

export function renderClientsPage() {
  return [
    '# Clients',
    '',
    'The clients that the tests drive. `npm test` runs those of the libraries of this project, `scripts/clients.sh` the others, against a node of its own; it skips what has no toolchain, and what takes a minute or more of CPU without `SLOW=1`. This page is generated from the examples and tests (`npm run docs`): what is tried are the words of an example and the titles of the cases of a test. Hybrid transactions have an example in [pqc.md](pqc.md).',
    '',
    'alto 0.0.20 fails in safe mode on go-ethereum 1.16.8 too (`DelegateAndRevert` not in their ABI), hence the version.',
    '',
    '| client | version | what is tried | by |',
    '| --- | --- | --- | --- |',
    ...rows().map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...[...libraries, ...scripted].flatMap(sectionOf),
  ].join('\n');
}
