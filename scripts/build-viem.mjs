/**
 * Makes dist/viem, the part of the package for viem: the development chain, and address and ABI of each native module,
 * typed from the declarations, as a node of this build describes them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createNode } from '../dist/index.mjs';

const folder = 'dist/viem';

/** A description without what is no part of an ABI. */
function parameter({ name, type, components, indexed }) {
  return {
    name,
    type,
    ...(components && { components: components.map(parameter) }),
    ...(indexed !== undefined && { indexed }),
  };
}

function callAbi({ name, stateMutability, inputs, outputs }) {
  return { type: 'function', name, stateMutability, inputs: inputs.map(parameter), outputs: outputs.map(parameter) };
}

function eventAbi({ name, inputs }) {
  return { type: 'event', name, inputs: inputs.map(parameter) };
}

/** The most exact type of a JSON value, as `as const` gives it. */
function typeOf(value) {
  if (Array.isArray(value)) return `readonly [${value.map(typeOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `readonly ${name}: ${typeOf(member)}`);
  return `{ ${members.join('; ')} }`;
}

async function describe() {
  const node = await createNode();
  try {
    const declared = await node.request({ method: 'qord_getModules' });
    const contracts = declared.flatMap(({ address: own, contracts, events }) =>
      contracts.map(({ name, address, calls }) => {
        const abi = [...calls.map(callAbi), ...(address === own ? events.map(eventAbi) : [])];
        return [name, { address, abi }];
      }),
    );
    const id = Number(await node.request({ method: 'eth_chainId' }));
    return { modules: Object.fromEntries(contracts), id };
  } finally {
    await node.close();
  }
}

const { modules, id } = await describe();
const developmentChain = {
  id,
  name: 'qord development network',
  nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'], webSocket: ['ws://127.0.0.1:8546'] } },
  testnet: true,
};
const exported = [
  ['developmentChain', developmentChain, 'A development network where `qord start` serves it, as a chain of viem.'],
  ['modules', modules, 'Address and ABI of each native module, by name: `readContract({ ...modules.xqore, … })`.'],
];
mkdirSync(folder, { recursive: true });
const lines = (write) => exported.map(write).join('\n');
const constant = ([name, value]) => `const ${name} = ${JSON.stringify(value)};`;
writeFileSync(`${folder}/index.mjs`, `${lines((each) => `export ${constant(each)}`)}\n`);
writeFileSync(`${folder}/index.cjs`, `${lines((each) => `${constant(each)}\nexports.${each[0]} = ${each[0]};`)}\n`);
writeFileSync(
  `${folder}/index.d.ts`,
  `${lines(([name, value, doc]) => `/** ${doc} */\nexport declare const ${name}: ${typeOf(value)};`)}\n`,
);
