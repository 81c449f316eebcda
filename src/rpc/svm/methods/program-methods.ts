import type { ChainReader } from '../../../chain/contract.ts';
import { systemProgramText } from '../../../svm/programs.ts';
import type { Methods } from '../../contract.ts';
import { define } from '../../dispatch/define.ts';
import { inContext } from '../context.ts';
import { excludedFromIndexes } from '../faults.ts';
import { headFor } from '../params/context-options.ts';
import { keyParam } from '../params/keys.ts';
import { programOptionsParam } from '../params/program-options.ts';
import { listOf, object } from '../schemas.ts';

/** Accounts by their owner. The system program owns them all: too many to list. No other program owns any. */
export function programMethods(chain: ChainReader): Methods {
  return {
    getProgramAccounts: define(
      'Accounts owned by a program. Those of the system program cannot be listed.',
      [keyParam('program', 'The program, in base58.'), programOptionsParam],
      listOf(object),
      ([program, options]) => {
        const head = headFor(chain, options);
        if (program.text === systemProgramText) throw excludedFromIndexes(program.text);
        return options.withContext ? inContext(head.number, []) : [];
      },
    ),
  };
}
