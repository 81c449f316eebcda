/**
 * Makes dist/viem, the part of the package for viem: the development chain, address and ABI of each native module, and
 * the methods of `qor_` as actions of a client; typed from the declarations, as a node of this build describes them.
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

/** The type of what a JSON schema of the node describes. */
function typeOfSchema({ type, properties, additionalProperties, items, enum: values, oneOf, anyOf } = {}) {
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = oneOf ?? anyOf;
  if (alternatives !== undefined) return alternatives.map(typeOfSchema).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOfSchema({ type: one, properties, items })).join(' | ');
  switch (type) {
    case 'object':
      return properties === undefined
        ? `{ readonly [name: string]: ${typeOfSchema(additionalProperties || {})} }`
        : `{ ${Object.entries(properties)
            .map(([name, member]) => `readonly ${JSON.stringify(name)}: ${typeOfSchema(member)}`)
            .join('; ')} }`;
    case 'array':
      return `readonly (${typeOfSchema(items)})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function actionType({ name, summary, params, result }) {
  const given = params.map(({ name: param, required, schema }) => {
    const identifier = param.replaceAll(/\W+(\w)/g, (_, letter) => letter.toUpperCase());
    return `${identifier}${required === true ? '' : '?'}: ${typeOfSchema(schema)}`;
  });
  return `    /** ${summary} */\n    ${shortName(name)}(${given.join(', ')}): Promise<${typeOfSchema(result.schema)}>;`;
}

/** `qor_getBalance` → `getBalance` */
function shortName(method) {
  return method.slice('qor_'.length);
}

async function describe() {
  const node = await createNode();
  try {
    const { methods } = await node.request({ method: 'rpc.discover' });
    const declared = await node.request({ method: 'qord_getModules' });
    const contracts = declared.flatMap(({ address: own, contracts, events }) =>
      contracts.map(({ name, address, calls }) => {
        const abi = [...calls.map(callAbi), ...(address === own ? events.map(eventAbi) : [])];
        return [name, { address, abi }];
      }),
    );
    const id = Number(await node.request({ method: 'eth_chainId' }));
    const actions = methods.filter(({ name }) => name.startsWith('qor_'));
    return { modules: Object.fromEntries(contracts), id, actions };
  } finally {
    await node.close();
  }
}

const { modules, id, actions } = await describe();
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
const actionsFunction = `function qorActions(client) {
  const action = (method) => (...params) => client.request({ method, params });
  return { qor: { ${actions.map(({ name }) => `${shortName(name)}: action('${name}')`).join(', ')} } };
}`;
writeFileSync(`${folder}/index.mjs`, `${lines((each) => `export ${constant(each)}`)}\nexport ${actionsFunction}\n`);
writeFileSync(
  `${folder}/index.cjs`,
  `${lines((each) => `${constant(each)}\nexports.${each[0]} = ${each[0]};`)}\n${actionsFunction}\nexports.qorActions = qorActions;\n`,
);
writeFileSync(
  `${folder}/index.d.ts`,
  `${lines(([name, value, doc]) => `/** ${doc} */\nexport declare const ${name}: ${typeOf(value)};`)}
/** The methods of \`qor_\` as actions of a client: \`client.extend(qorActions).qor.getBlockTime()\`. They reject as requests of the client do. */
export declare function qorActions(client: { request(args: any): Promise<any> }): {
  readonly qor: {
${actions.map(actionType).join('\n')}
  };
};
`,
);
