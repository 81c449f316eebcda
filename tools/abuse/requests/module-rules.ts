import { gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { createModules } from '#qord/modules/index.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { exampleValues } from '../../gas/example-values.ts';
import { boolean, quantity } from './basic-rules.ts';
import type { Rule } from './writer.ts';

/** Every call of every module with valid arguments. */
const targets = gasRows(createModules()).map(({ address, call }) => ({
  address,
  input: concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), exampleValues(call))),
}));

/** A call of a module; its arguments are valid or a few of their bytes are changed. */
export const moduleCall: Rule = (writer) => {
  const { random } = writer;
  const target = targets[random.below(targets.length)];
  if (target === undefined) return '{}';
  const data = `"${toHex(random.chance(0.3) ? target.input : damaged(random, target.input))}"`;
  const members = [`"to":"${target.address}"`, `"from":"${accountOf(random.below(4))}"`, `"data":${data}`];
  if (random.chance(0.2)) members.push(`"value":${writer.value(quantity)}`);
  if (random.chance(0.2)) members.push(`"gas":${writer.value(quantity)}`);
  if (random.chance(0.05)) members.push(`"isUnknown":${writer.value(boolean)}`);
  return `{${members.join()}}`;
};

/** Bytes with changed ABI offsets and lengths, truncated, or followed by others. */
function damaged(random: Random, input: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(input);
  for (let changes = random.below(4); changes > 0; changes--) {
    const word = 4 + 32 * random.below(Math.max(1, Math.floor((bytes.length - 4) / 32)));
    const place =
      word +
      random.pickWeighted([
        [6, 31],
        [2, 30],
        [1, 28],
        [1, 24],
        [1, 0],
      ] as const);
    if (place < bytes.length) bytes[place] = random.pick([0, 1, 0x20, 0x40, 0x7f, 0x80, 0xff]);
  }
  if (random.chance(0.15)) return bytes.subarray(0, random.below(bytes.length));
  return random.chance(0.1) ? concatBytes(bytes, random.bytes(random.below(100))) : bytes;
}
