import { Contract, type ContractRunner, type InterfaceAbi } from 'ethers';
import { solidityInterfaces } from '../../kernel/module-docs/solidity.ts';
import { createModules } from '../../modules/index.ts';
import type { Address } from '../../primitives/address.ts';
import { compileSolidity } from '../solidity.ts';

/** Solidity interfaces of the modules, by name (`IXqore`), compiled. */
const interfaces = createModules().flatMap((module) => [...solidityInterfaces(module)]);

/** A module as an ethers contract, by its Solidity interface. */
export function moduleContract(interfaceName: string, address: Address, runner: ContractRunner): Contract {
  const found = interfaces.find(([file]) => file === `${interfaceName}.sol`);
  if (found === undefined) throw new RangeError(`no interface ${interfaceName}`);
  const { abi } = compileSolidity(interfaceName, found[1]);
  return new Contract(address, abi as InterfaceAbi, runner);
}
