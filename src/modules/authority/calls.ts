import { type CheckContext, call, type ModuleFault, view } from '../../kernel/frame/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/frame/coins.ts';
import type { NativeModule } from '../../kernel/frame/define-module.ts';
import { accountField, textField, uqor } from '../../kernel/frame/field.ts';
import { treasury } from '../../kernel/module-account.ts';
import { authorityMoved, paramsChanged, treasurySpent } from './events.ts';
import { authorityParams, isAuthority } from './params.ts';

export const faults = {
  2: 'only the authority may do this',
  3: 'no module of that name has parameters',
  4: 'the parameters are wrong',
  5: 'the treasury has less',
} as const;

const refuse = (code: keyof typeof faults, detail = ''): ModuleFault => ({ code, reason: faults[code] + detail });

const ownFault = ({ state, caller }: CheckContext) => (isAuthority(state, caller) ? undefined : refuse(2));

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
    example: ['xqore', '\'{"rebase_interval":50}\''],
    fault: (context, { module, changes }) => {
      const own = ownFault(context);
      if (own !== undefined) return own;
      const params = paramsOf(module);
      if (params === undefined) return refuse(3);
      const wrong = params.changeFault(context.state, changes);
      return wrong === undefined ? undefined : refuse(4, `: ${wrong}`);
    },
    run: ({ state, emit }, { module, changes }) => {
      paramsOf(module)?.change(state, changes);
      emit(paramsChanged.log({ module, changes }));
      return {};
    },
  });
}

const spendTreasury = call('spendTreasury', {
  doc: 'Pay an account from the treasury.',
  inputs: { to: accountField('who is paid'), amount: uqor('how much') },
  gas: 50_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '1000qor'],
  fault: (context, { amount }) =>
    ownFault(context) ?? (amount > uqorBalance(context.state, treasury) ? refuse(5) : undefined),
  run: ({ state, emit }, { to, amount }) => {
    transferUqor(state, treasury, to, amount);
    emit(treasurySpent.log({ to, amount }));
    return {};
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
    emit(authorityMoved.log({ from: caller, to }));
    return {};
  },
});

const authority = view('authority', {
  doc: 'The account that may change parameters.',
  inputs: {},
  outputs: { account: accountField('the authority') },
  gas: 2_600n,
  run: ({ state }) => ({ account: authorityParams.get(state).account }),
});

export const authorityCalls = (modules: readonly NativeModule[]) => [
  setParams(modules),
  spendTreasury,
  moveAuthority,
  authority,
];
