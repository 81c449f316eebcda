// Compiles contracts/ to out/, in the layout of Foundry, which the log of qord reads.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const files = readdirSync('contracts').filter((name) => name.endsWith('.sol'));
const sources = files.map((name) => [`contracts/${name}`, { content: readFileSync(`contracts/${name}`, 'utf8') }]);
const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'];
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(sources),
  settings: { outputSelection: { '*': { '*': outputs } } },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
for (const { formattedMessage } of output.errors ?? []) console.error(formattedMessage);
if (output.errors?.some(({ severity }) => severity === 'error')) process.exit(1);

for (const [path, contracts] of Object.entries(output.contracts)) {
  const folder = path.replace('contracts', 'out');
  mkdirSync(folder, { recursive: true });
  for (const [name, { abi, metadata, evm }] of Object.entries(contracts)) {
    const [bytecode, deployedBytecode] = [evm.bytecode, evm.deployedBytecode].map(prefixed);
    const { id } = output.sources[path];
    const artifact = { abi, bytecode, deployedBytecode, metadata: metadata && JSON.parse(metadata), id };
    writeFileSync(`${folder}/${name}.json`, JSON.stringify(artifact, undefined, 2));
  }
}

function prefixed(code) {
  return { ...code, object: `0x${code.object}` };
}
