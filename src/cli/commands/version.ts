import { chainVersion, programVersion } from '../../config/version.ts';
import type { Report } from '../command.ts';

/** Shows which program this is and which chain behaviour it implements. */
export async function run(): Promise<Report> {
  const json = { qord: programVersion(), chain: chainVersion, node: process.version };
  return { json, text: `qord ${json.qord}\nchain behaviour ${json.chain}\nNode.js ${json.node}` };
}
