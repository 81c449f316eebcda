import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { svmAddress } from '../addresses.ts';

export const svmParams = paramsOf(svmAddress, {
  codec: struct({
    /** whether coins can be moved to accounts of the SVM side; they can always be taken back */
    enabled: flag,
  }),
  defaults: { enabled: true },
});
