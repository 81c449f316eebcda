import { keccak256, stringToHex } from 'viem';
import type { Schema } from '../node/openrpc.ts';
import { loadModules } from './modules.ts';

/** Texts that the declarations of modules name, by their Keccak hash: names of modules, and choices of records. */
export async function readHashedTexts(): Promise<ReadonlyMap<string, string>> {
  const modules = await loadModules();
  const texts = modules.flatMap(({ name, records, params }) => [
    name,
    ...[...records.map(({ schema }) => schema), ...(params === null ? [] : [params])].flatMap(choicesIn),
  ]);
  return new Map(texts.map((text) => [keccak256(stringToHex(text)), text]));
}

function choicesIn({ enum: own = [], properties = {}, items }: Schema): readonly string[] {
  const inner = [...Object.values(properties), ...(items === undefined ? [] : [items])].flatMap(choicesIn);
  return [...own.filter((each) => typeof each === 'string'), ...inner];
}
