import { formatType, isDynamic } from '../../primitives/abi/type.ts';
import { toChecksum } from '../../primitives/address.ts';
import type { AnyCall, AnyEvent, NativeModule, Precompile } from '../module-sdk/define-module.ts';
import { type Field, type Fields, fieldEntries } from '../module-sdk/field.ts';

/** The Solidity interface files of a module, by file name: one for each of its addresses. */
export function solidityInterfaces(module: NativeModule): ReadonlyMap<string, string> {
  const own =
    module.calls.length > 0 ? [{ name: interfaceName(module.name), address: module.address, calls: module.calls }] : [];
  const files: readonly Precompile[] = [
    ...own,
    ...module.precompiles.map((further) => ({ ...further, name: interfaceName(further.name) })),
  ];
  return new Map(
    files.map((file) => {
      const { doc, events } = file.family ?? {
        doc: module.doc,
        events: file.address === module.address ? module.events : [],
      };
      return [`${file.name}.sol`, solidityFile(file, doc, events)];
    }),
  );
}

/** `xqore` → `IXqore`. */
function interfaceName(name: string): string {
  return `I${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Contracts that exist several times have no constant: each has its own address. */
function solidityFile({ name, address, calls, family }: Precompile, doc: string, events: readonly AnyEvent[]): string {
  const constant = `address constant ${name.slice(1).toUpperCase()}_ADDRESS = ${toChecksum(address)};`;
  return [
    '// SPDX-License-Identifier: Apache-2.0',
    'pragma solidity ^0.8.20;',
    '',
    '// Made from the declaration of the module by `npm run docs`; do not edit.',
    '',
    ...(family === undefined ? [constant, ''] : []),
    `/// @notice ${doc}`,
    `interface ${name} {`,
    [...events.map(eventText), ...calls.map(callText)].join('\n\n'),
    '}',
    '',
  ].join('\n');
}

function eventText({ name, doc, fields }: AnyEvent): string {
  const members = fieldEntries(fields).map(
    ([member, { type, indexed }]) => `${formatType(type)}${indexed ? ' indexed' : ''} ${member}`,
  );
  return `    /// @notice ${doc}\n    event ${name}(${members.join(', ')});`;
}

function callText(call: AnyCall): string {
  const mutability = call.isView ? ' view' : call.isPayable ? ' payable' : '';
  const outputs = parameters(call.outputs, 'memory');
  return [
    `    /// @notice ${call.doc}`,
    ...docLines(call.inputs, '@param', describeArgument),
    ...docLines(call.outputs, '@return', describeField),
    `    function ${call.name}(${parameters(call.inputs, 'calldata')}) external${mutability}${outputs === '' ? '' : ` returns (${outputs})`};`,
  ].join('\n');
}

function docLines(fields: Fields, tag: string, describe: (field: Field<unknown>) => string): string[] {
  return fieldEntries(fields).map(([name, field]) => `    /// ${tag} ${name} ${describe(field)}`);
}

/** The description of a field, with its unit. */
export function describeField({ doc, unit }: Field<unknown>): string {
  return unit === undefined ? doc : `${doc} (${unit})`;
}

/** The same with its maximum length. */
export function describeArgument(field: Field<unknown>): string {
  const limit = limitText(field);
  return limit === '' ? describeField(field) : `${describeField(field)}; ${limit}`;
}

function limitText({ type, maxLength, item }: Field<unknown>): string {
  if (maxLength === undefined) return '';
  if (type.kind !== 'array') return `at most ${maxLength} bytes are decoded`;
  const ofItem = item?.maxLength === undefined ? '' : `, of each at most ${item.maxLength} bytes`;
  return `at most ${maxLength} items are decoded${ofItem}`;
}

function parameters(fields: Fields, location: string): string {
  return fieldEntries(fields)
    .map(
      ([name, { type }]) =>
        `${formatType(type)}${isDynamic(type) || type.kind === 'array' ? ` ${location}` : ''} ${name}`,
    )
    .join(', ');
}
