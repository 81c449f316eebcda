import { toHex } from '../../primitives/hex.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { addressParam } from '../params/bytes.ts';

const address = addressParam('address', 'The contract.');

/** What the explorer shows of the contracts of a project, beside what is on the chain. */
export function projectMethods(
  { project }: Pick<DevelopmentControl, 'project'>,
  { chain }: Pick<EthDependencies, 'chain'>,
): Methods {
  return {
    qord_getProjectContract: define(
      'Name, ABI, source map and sources of a contract, from the folders of development.artifacts; null when no artifact there has its code.',
      [address],
      { type: ['object', 'null'] },
      async ([account]): Promise<JsonValue> => {
        await project.keepFresh();
        const state = chain.states.at(chain.head().number);
        const codeHash = state?.account(account)?.codeHash;
        const code = state === undefined || codeHash === undefined ? '0x' : toHex(state.code(codeHash));
        const found = await project.artifactOf(code);
        if (found === undefined) return null;
        const { name, abi, sourceMap = null, sources } = found;
        return { name, abi: abi as JsonValue, sourceMap, sources };
      },
    ),
  };
}
