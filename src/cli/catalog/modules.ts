import { shellLine } from '../../kernel/module-docs/shell-line.ts';
import { commandName } from '../../kernel/module-sdk/command-name.ts';
import type { AnyCall, NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { fieldEntries } from '../../kernel/module-sdk/field.ts';
import type { AnySingle, AnyTable } from '../../kernel/module-sdk/genesis.ts';
import { kebabCase } from '../../kernel/module-sdk/kebab-case.ts';
import { createModules } from '../../modules/index.ts';
import type { Command, CommandArgument, CommandGroup, CommandOption } from '../command.ts';
import { fieldHint } from '../field-text.ts';
import type { ModuleCallTarget } from '../module-call.ts';
import { amountUnits, homeOption, nodeOption, sendOptions, signingOptions } from './common.ts';
import { withConsensusKey } from './consensus-keys.ts';

/** `qord tx <module> <call>`: a command for every call of every native module. */
export function moduleTransactions(): readonly CommandGroup[] {
  return createModules().flatMap((module) =>
    group(
      module,
      targetsOf(module)
        .filter(({ call }) => !call.isView && call.isCommand)
        .map((target) =>
          target.call.name === 'createValidator' ? withConsensusKey(txCommand(target)) : txCommand(target),
        ),
    ),
  );
}

/** `qord query <module> …`: a command for every record and every view of every native module. */
export function moduleQueries(): readonly CommandGroup[] {
  return createModules().flatMap((module) => {
    const records = [...(module.params ? [module.params.record] : []), ...module.singles, ...module.tables];
    const views = targetsOf(module).filter(({ call }) => call.isView && call.isCommand);
    return group(module, [...records.map((record) => recordCommand(module.name, record)), ...views.map(viewCommand)]);
  });
}

function group({ name, doc }: NativeModule, commands: readonly Command[]): CommandGroup[] {
  return commands.length === 0 ? [] : [{ name, summary: withoutStop(doc), commands }];
}

function targetsOf({ name, address, calls, precompiles }: NativeModule): readonly ModuleCallTarget[] {
  const groups = [{ address, calls }, ...precompiles];
  return groups.flatMap((at) => at.calls.map((call) => ({ module: name, address: at.address, call })));
}

function txCommand(target: ModuleCallTarget): Command {
  const { module, call } = target;
  const words = ['qord', 'tx', module, commandName(call), ...call.example, '--from', 'alice'];
  const value = { name: 'value', value: 'amount', summary: `sent along: ${amountUnits}` };
  return {
    ...common(call),
    options: [...optionsOf(call), ...signingOptions, ...(call.isPayable ? [value] : []), ...sendOptions],
    examples: [shellLine(words)],
    load: async () => {
      const { sendModuleCall } = await import('../module-call.ts');
      return { run: (input) => sendModuleCall(input, target) };
    },
  };
}

function viewCommand(target: ModuleCallTarget): Command {
  const { module, call } = target;
  return {
    ...common(call),
    options: [...optionsOf(call), nodeOption, homeOption],
    examples: [shellLine(['qord', 'query', module, commandName(call), ...call.example])],
    load: async () => {
      const { readModuleView } = await import('../module-call.ts');
      return { run: (input) => readModuleView(input, target) };
    },
  };
}

function recordCommand(module: string, record: AnyTable | AnySingle): Command {
  const parts = 'keyParts' in record ? record.keyParts : [];
  const name = commandName(record);
  const limit = { name: 'limit', value: 'rows', summary: 'maximum number of rows', fallback: '100' };
  return {
    name,
    summary: withoutStop(record.doc),
    details: parts.length === 0 ? '' : 'With a part of the key, lists the records whose key begins with it.',
    arguments: parts.map((part) => ({ name: part.name, summary: part.doc, required: false })),
    options: [...(parts.length === 0 ? [] : [limit]), nodeOption, homeOption],
    examples: [`qord query ${module} ${name}`],
    load: async () => {
      const { readRecord } = await import('../module-record.ts');
      return { run: (input) => readRecord(input, { module, record }) };
    },
  };
}

function common(call: AnyCall): Pick<Command, 'name' | 'summary' | 'arguments'> {
  return { name: commandName(call), summary: withoutStop(call.doc), arguments: argumentsOf(call) };
}

function argumentsOf({ inputs }: AnyCall): readonly CommandArgument[] {
  return fieldEntries(inputs)
    .filter(([, { option }]) => option === undefined)
    .map(([name, field]) => ({ name, summary: fieldHint(field), required: true }));
}

function optionsOf({ inputs }: AnyCall): readonly CommandOption[] {
  return fieldEntries(inputs).flatMap(([name, field]) => {
    if (field.option === undefined) return [];
    const { fallback } = field.option;
    const rest = fallback === undefined ? { required: true } : { fallback };
    return [{ name: kebabCase(name), value: field.type.kind, summary: fieldHint(field), ...rest }];
  });
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
