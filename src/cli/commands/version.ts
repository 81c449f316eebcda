import { chainFeatures } from '../../config/chain-features.ts';
import { chainVersion, programVersion } from '../../config/version.ts';
import type { CommandResult } from '../command.ts';

/** Shows which program this is, and which behaviour of the chain it implements. */
export async function run(): Promise<CommandResult> {
  const features = chainFeatures.map(([since, feature]) => ({ since, feature }));
  const json = { qord: programVersion(), chain: chainVersion, node: process.version, features };
  const lines = features.map(({ since, feature }) => `  ${since.padEnd(8)} ${feature}`);
  const head = [
    `qord ${json.qord}`,
    `chain behaviour ${json.chain}, with the features since`,
    ...lines,
    `Node.js ${json.node}`,
  ];
  return { json, text: head.join('\n') };
}
