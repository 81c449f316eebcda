import { maxUqor } from '../../kernel/codec/units.ts';
import { call } from '../../kernel/module-sdk/call.ts';
import { flagField, textField, uqor } from '../../kernel/module-sdk/field.ts';
import { createdEvent, ruleChangedEvent } from './events.ts';
import { fault } from './faults.ts';
import { abstractaccountParams } from './params.ts';
import { accounts, accountTypes } from './records.ts';

type AccountType = (typeof accountTypes)[number];
const isAccountType = (text: string): text is AccountType => accountTypes.some((known) => known === text);
const maxIdLength = 32;

const create = call('create', {
  doc: 'Let other keys act for the calling account, within rules. Its address stays what it is.',
  inputs: {
    accountType: textField('multisig, social_recovery or session_based', {
      choices: ['multisig', 'social_recovery', 'session_based'],
    }),
  },
  gas: 60_000n,
  example: ['session_based'],
  fault: ({ state, caller }, { accountType }) => {
    if (!abstractaccountParams.get(state).enabled) return fault.moduleOff();
    if (!isAccountType(accountType)) return fault.unknownAccountType();
    return accounts.get(state, caller) === undefined ? undefined : fault.alreadyRegistered();
  },
  run: ({ state, caller, block, emit }, { accountType }) => {
    const account_type = isAccountType(accountType) ? accountType : 'session_based';
    accounts.set(state, { account_type, owner: caller, rules: [], created_at: Number(block.number) }, caller);
    emit(createdEvent.log({ account: caller, accountType }));
  },
});

const setSpendingRule = call('setSpendingRule', {
  doc: 'Add a rule, or replace the one of that id. Every enabled rule binds every key of the calling account; a limit of 0 is none. All coins count that leave the account while an order of the key runs, also those that come back; what an order of another key within it sends counts for that one.',
  inputs: {
    id: textField('name of the rule'),
    dailyLimit: uqor('most per UTC day and key'),
    perTxLimit: uqor('most per execution'),
    enabled: flagField('the rule counts'),
  },
  gas: 60_000n,
  gasPerByte: 16n,
  example: ['pocket-money', '10qor', '2qor', 'true'],
  fault: ({ state, caller }, { id, dailyLimit, perTxLimit }) => {
    const account = accounts.get(state, caller);
    if (account === undefined) return fault.notFound();
    const others = account.rules.filter((rule) => rule.id !== id);
    const isFull = others.length >= abstractaccountParams.get(state).max_spending_rules;
    if (isFull || id === '' || id.length > maxIdLength) return fault.badSpendingRule();
    return dailyLimit > maxUqor || perTxLimit > maxUqor ? fault.badSpendingRule(`at most ${maxUqor} uqor`) : undefined;
  },
  run: ({ state, caller, emit }, { id, dailyLimit, perTxLimit, enabled }) => {
    const account = accounts.get(state, caller);
    if (account === undefined) return;
    const rule = { id, daily_limit: dailyLimit, per_tx_limit: perTxLimit, enabled };
    const others = account.rules.filter((other) => other.id !== id);
    accounts.set(state, { ...account, rules: [...others, rule] }, caller);
    emit(ruleChangedEvent.log({ account: caller, id }));
  },
});

const removeSpendingRule = call('removeSpendingRule', {
  doc: 'Remove a rule of the calling account.',
  inputs: { id: textField('name of the rule') },
  gas: 40_000n,
  example: ['pocket-money'],
  fault: ({ state, caller }, { id }) =>
    accounts.get(state, caller)?.rules.some((rule) => rule.id === id) === true ? undefined : fault.notFound(),
  run: ({ state, caller, emit }, { id }) => {
    const account = accounts.get(state, caller);
    if (account === undefined) return;
    accounts.set(state, { ...account, rules: account.rules.filter((rule) => rule.id !== id) }, caller);
    emit(ruleChangedEvent.log({ account: caller, id }));
  },
});

export const accountCalls = [create, setSpendingRule, removeSpendingRule];
