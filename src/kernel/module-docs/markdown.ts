import { formatType } from '../../primitives/abi/type.ts';
import { toBech32, toChecksum } from '../../primitives/address.ts';
import { boundsOf } from '../codec/bounded.ts';
import type { Schema } from '../codec/codec.ts';
import { plainObject } from '../codec/structures.ts';
import type { AnyCall, AnyEvent, NativeModule, Precompile } from '../module-sdk/define-module.ts';
import { fieldEntries } from '../module-sdk/field.ts';
import { figuresOf } from '../module-sdk/figures.ts';
import type { AnySingle, AnyTable } from '../module-sdk/genesis.ts';
import { kebabCase } from '../module-sdk/kebab-case.ts';
import type { ModuleQuery } from '../module-sdk/query.ts';
import type { SignedText } from '../module-sdk/signed-text.ts';
import { shellLine } from './shell-line.ts';
import { describeArgument, describeField } from './solidity.ts';

/** The documentation page of a module, from its declaration. */
export function modulePage(module: NativeModule): string {
  const sections = [
    `# ${module.name}\n\n${module.doc}\n\nAddress \`${toChecksum(module.address)}\`, \`${toBech32(module.address)}\`.`,
    section('Parameters', parameterRows(module)),
    section('Records', [...module.singles.map(singleText), ...module.tables.map(tableText), ...recordBounds(module)]),
    ...callSections(module),
    section('Events', module.events.map(eventText)),
    section('Signed texts', module.signedTexts.map(signedText)),
    section('RPC', module.queries.map(queryText)),
    section(
      'Faults',
      Object.entries(module.faults).map(([name, { code, reason }]) => `- ${code} \`${name}\`: ${reason}`),
    ),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

function parameterRows({ params }: NativeModule): string[] {
  if (params === undefined) return [];
  const defaults = plainObject(params.codec.toPlain(params.defaults));
  const [development, mainnet] = (['dev', 'mainnet'] as const).map((network) =>
    plainObject(params.codec.toPlain(params.defaultsFor(network))),
  );
  const rows = Object.entries(defaults).map(([name, value]) => {
    const usual = JSON.stringify(value);
    const other = (values: Readonly<Record<string, unknown>> = {}) => {
      const text = JSON.stringify(values[name]);
      return text === usual ? '' : `\`${text}\``;
    };
    return `| ${name} | \`${usual}\` | ${other(mainnet)} | ${other(development)} |`;
  });
  return [
    ...['| parameter | default | on mainnet | on a development network |', '|---|---|---|---|'],
    ...rows,
    ...reasonRows(params.codec.schema),
    ...boundsRows(params.codec.schema),
  ];
}

/** The parameters on which nothing depends, and why. */
function reasonRows(schema: Schema): string[] {
  const rows = figuresOf(schema).flatMap(({ path, reason }) =>
    reason === undefined ? [] : [`| ${path} | ${reason} |`],
  );
  return rows.length === 0 ? [] : ['', '| without effect | why |', '|---|---|', ...rows];
}

/** What each number, text and list of the parameters may be. */
function boundsRows(schema: Schema): string[] {
  const rows = boundsOf(schema).map(
    ([name, { unit, least, most, reason }]) => `| ${name} | ${String(least)} | ${String(most)} | ${unit} | ${reason} |`,
  );
  return rows.length === 0
    ? []
    : ['', '| bounds of | least | most | unit | reason |', '|---|---|---|---|---|', ...rows];
}

/** What the numbers of records may be in a genesis, those with the same bounds together. */
function recordBounds({ tables, singles }: NativeModule): string[] {
  const rows = new Map<string, string[]>();
  for (const { name, value } of [...singles, ...tables])
    for (const [path, { unit, least, most, reason }] of boundsOf(value.schema, name)) {
      const bounds = `${String(least)} | ${String(most)} | ${unit} | ${reason}`;
      rows.set(bounds, [...(rows.get(bounds) ?? []), `\`${path}\``]);
    }
  const texts = [...rows].map(([bounds, paths]) => `| ${paths.join(', ')} | ${bounds} |`);
  return texts.length === 0
    ? []
    : ['', '| in a genesis | least | most | unit | reason |', '|---|---|---|---|---|', ...texts];
}

function singleText({ name, doc }: AnySingle): string {
  return `- \`${name}\`: ${doc}`;
}

function tableText({ name, doc, keyParts }: AnyTable): string {
  const parts = keyParts.map((part) => part.name).join(', ');
  return `- \`${name}\`${parts === '' ? '' : ` by ${parts}`}: ${doc}`;
}

function callSections(module: NativeModule): string[] {
  const groups: readonly Omit<Precompile, 'name'>[] = [
    { address: module.address, calls: module.calls },
    ...module.precompiles,
  ];
  return groups.map(({ address, calls, family }) => {
    const place = `Calls at \`${toChecksum(address)}\`${family === undefined ? '' : ` and ${family.others.length} others`}`;
    return section(address === module.address ? 'Calls' : place, [
      ...(family === undefined ? [] : [`${family.doc}\n`, ...family.events.map(eventText), '']),
      ...calls.map((call) => callText(module.name, call)),
    ]);
  });
}

function callText(module: string, call: AnyCall): string {
  const inputs = fieldEntries(call.inputs);
  const outputs = fieldEntries(call.outputs);
  const signature = `${call.name}(${inputs.map(([name, { type }]) => `${formatType(type)} ${name}`).join(', ')})`;
  const words = ['qord', call.isView ? 'query' : 'tx', module, kebabCase(call.name), ...call.example];
  const command = call.isCommand
    ? ['', '```sh', shellLine([...words, ...(call.isView ? [] : ['--from', 'NAME'])]), '```', '']
    : [];
  const covered = call.coveredBytes === 0 ? '' : ` beyond ${call.coveredBytes}`;
  const perByte = ` and ${call.gasPerByte} per byte of arguments${covered}`;
  return [
    `### \`${signature}\`${call.isView ? ' view' : ''}\n`,
    `${call.doc} Selector \`${call.selector}\`, ${call.gas} gas${perByte}.\n`,
    ...inputs.map(([name, field]) => `- \`${name}\`: ${describeArgument(field)}`),
    ...outputs.map(([name, field]) => `- returns \`${name}\`: ${describeField(field)}`),
    ...command,
  ].join('\n');
}

function eventText({ name, doc, fields }: AnyEvent): string {
  const members = fieldEntries(fields).map(
    ([member, { type, indexed }]) => `${formatType(type)}${indexed ? ' indexed' : ''} ${member}`,
  );
  return `- \`${name}(${members.join(', ')})\`: ${doc}`;
}

function signedText({ tag, doc, fields }: SignedText): string {
  const parts = ['chain id', 'genesis hash', ...fields].join(', ');
  return `- \`${tag}\`: ${doc} SHA-256 of the tag, ${parts}, each behind its length (8 bytes), and the nonce (8 bytes).`;
}

/** A method with its fields, their kinds and descriptions. */
export function queryText({ name, doc, params, result }: ModuleQuery): string {
  const args = params.map((param) => param.name).join(', ');
  const rows = figuresOf(result).map(
    ({ path, kind, reason, description }) =>
      `| ${path} | ${kind}${reason === undefined ? '' : `: ${reason}`} | ${(description ?? '').replaceAll('|', '\\|')} |`,
  );
  return [
    `### \`${name}(${args})\`\n`,
    `${doc}\n`,
    '| field | what it is | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
