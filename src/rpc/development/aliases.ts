import type { Method, Methods } from '../method.ts';

const tools = ['anvil', 'hardhat'];

/** The method under its name in Foundry and Hardhat: `anvil_…` and `hardhat_…`. */
export function anvilAndHardhat(name: string, method: Method): Methods {
  return Object.fromEntries(tools.map((tool) => [`${tool}_${name}`, method]));
}

/** The same, and with the prefix `evm_`. */
export function anvilHardhatAndEvm(name: string, method: Method): Methods {
  return { [`evm_${name}`]: method, ...anvilAndHardhat(name, method) };
}
