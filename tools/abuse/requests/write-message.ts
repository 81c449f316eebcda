import type { Described, DialectName } from './schema-rules.ts';
import { ruleOf } from './schema-rules.ts';
import type { Writer } from './writer.ts';

/** Methods that would make the test useless: they wait, stop block production, or mine millions of blocks. */
const left = new Set(['anvil_reset', 'hardhat_reset', 'eth_sendRawTransactionSync']);

/** Below the largest body that a node accepts: longer ones are rejected before they are parsed. */
const longest = 2_000_000;

type MessageWriter = { readonly methods: readonly Described[]; readonly dialect: DialectName };

/**
 * The text of a message to a node: mostly well-formed requests with invalid values; also batches, and text that is not
 * JSON.
 */
export function writeMessage(writer: Writer, from: MessageWriter): string {
  for (;;) {
    const message = writeAnyMessage(writer, from);
    if (message.length < longest) return message;
  }
}

function writeAnyMessage(writer: Writer, { methods, dialect }: MessageWriter): string {
  const { random, hostility } = writer;
  const usable = methods.filter(({ name }) => !left.has(name));
  const one = () => writeRequest(writer, usable[random.below(usable.length)], dialect);
  const kind = random.below(100);
  if (kind < 84) return one();
  if (kind < 96) return `[${Array.from({ length: random.below(8) }, one).join()}]`;
  if (hostility === 0) return one();
  const text = one();
  if (kind < 98) return text.slice(0, random.below(text.length));
  const at = random.below(text.length);
  return text.slice(0, at) + random.pick(['\u0000', '"', '}', '[', ',', '\\', '𐍈', '1']) + text.slice(at);
}

function writeRequest(writer: Writer, method: Described | undefined, dialect: DialectName): string {
  const { random, hostility } = writer;
  const strange = (usual: string, others: readonly [string, ...string[]]) =>
    random.chance(hostility / 6) ? random.pick(others) : usual;
  const name = strange(JSON.stringify(method?.name ?? 'x'), [
    '"eth_nothing"',
    '"__proto__"',
    '""',
    '1',
    'null',
    '[]',
    `"${'x'.repeat(3_000)}"`,
  ]);
  const id = strange(String(random.below(1_000)), [
    '"a"',
    '""',
    'null',
    '1.5',
    '1e400',
    '9007199254740993',
    '-1',
    '{}',
    '[]',
    'true',
    '"\\ud800"',
  ]);
  const version = strange('"2.0"', ['"1.0"', '2', 'null', '""']);
  const params = strange(writeParams(writer, method, dialect), ['{}', 'null', '1', '"x"', '{"a":1}', '[[]]']);
  const members = [`"jsonrpc":${version}`, `"id":${id}`, `"method":${name}`, `"params":${params}`];
  if (random.chance(hostility / 12)) members.splice(random.below(members.length), 1);
  if (random.chance(hostility / 12)) members.push('"extra":{"deep":[[[]]]}');
  return `{${members.join()}}`;
}

function writeParams(writer: Writer, method: Described | undefined, dialect: DialectName): string {
  const { random, hostility } = writer;
  const params = method?.params ?? [];
  const required = params.filter((param) => param.required).length;
  const count = required + random.below(params.length - required + 1);
  const values = params.slice(0, count).map((param) => writer.value(ruleOf(dialect, method?.name ?? '', param)));
  if (random.chance(hostility / 4)) values.splice(random.below(values.length + 1), 1);
  if (random.chance(hostility / 4)) values.push(writer.value(() => 'null'));
  return `[${values.join()}]`;
}
