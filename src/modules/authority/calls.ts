import { treasury } from '../../kernel/module-account.ts';
import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { payUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { accountField, textField, uqor } from '../../kernel/module-sdk/field.ts';
import { authorityMovedEvent, paramsChangedEvent, treasurySpentEvent } from './events.ts';
import { authorityParams, isAuthority } from './params.ts';

export const fault = faultsOf({
  notAuthority: [2, 'only the authority may do this'],
  noSuchParameters: [3, 'no module of that name has parameters'],
  badParameters: [4, 'the parameters are wrong'],
  insufficientTreasury: [5, 'the treasury has less'],
});

const ownFault = ({ state, caller }: CheckContext) => (isAuthority(state, caller) ? undefined : fault.notAuthority());

/** The call that changes parameters of the given modules. */
function setParams(modules: readonly NativeModule[]) {
  const paramsOf = (name: string) => modules.find((module) => module.name === name)?.params;
  return call('setParams', {
    doc: 'Change parameters of a module. Those not named stay as they are.',
    inputs: {
      module: textField('name of the module, such as burn'),
      changes: textField('parameters and their new values, as a JSON object', { maxBytes: 16_384 }),
    },
    gas: 100_000n,
    gasPerByte: 16n,
    example: ['xqore', '{"rebase_interval":50}'],
    fault: (context, { module, changes }) => {
      const own = ownFault(context);
      if (own !== undefined) return own;
      const params = paramsOf(module);
      if (params === undefined) return fault.noSuchParameters();
      const wrong = params.changeError(context.state, changes);
      return wrong === undefined ? undefined : fault.badParameters(wrong);
    },
    run: ({ state, emit }, { module, changes }) => {
      paramsOf(module)?.change(state, changes);
      emit(paramsChangedEvent.log({ module, changes }));
    },
  });
}

const spendTreasury = call('spendTreasury', {
  doc: 'Pay an account from the treasury.',
  inputs: { to: accountField('who is paid'), amount: uqor('how much') },
  gas: 50_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '1000qor'],
  fault: (context, { amount }) =>
    ownFault(context) ?? (amount > uqorBalance(context.state, treasury) ? fault.insufficientTreasury() : undefined),
  run: ({ state, emit }, { to, amount }) => {
    payUqor(state, treasury, to, amount);
    emit(treasurySpentEvent.log({ to, amount }));
  },
});

const moveAuthority = call('moveAuthority', {
  doc: 'Make another account the authority. The zero address ends the office for good.',
  inputs: { to: accountField('the new authority') },
  gas: 50_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
  fault: ownFault,
  run: ({ state, caller, emit }, { to }) => {
    authorityParams.set(state, { account: to });
    emit(authorityMovedEvent.log({ from: caller, to }));
  },
});

const authority = view('authority', {
  doc: 'The account that may change parameters.',
  inputs: {},
  outputs: { account: accountField('the authority') },
  gas: 2_600n,
  run: ({ state }) => ({ account: authorityParams.get(state).account }),
});

/** The calls of the module. `modules`: those whose parameters can be set. */
export const authorityCalls = (modules: readonly NativeModule[]) => [
  setParams(modules),
  spendTreasury,
  moveAuthority,
  authority,
];
