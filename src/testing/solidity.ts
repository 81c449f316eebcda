import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Hex, isHex } from '../primitives/hex.ts';

/** A compiled contract in the form that client libraries accept. */
type CompiledContract = {
  /** JSON ABI; the client libraries check its shape themselves */
  readonly abi: readonly AbiEntry[];
  readonly bytecode: Hex;
  readonly runtimeCode: Hex;
};

type AbiEntry = z.output<typeof abiEntry>;

const abiEntry = z.looseObject({ type: z.string(), name: z.string().optional() });
const code = z.object({ object: z.string() });
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ abi: z.array(abiEntry), evm: z.object({ bytecode: code, deployedBytecode: code }) }),
      ),
    )
    .optional(),
});

const project = join(fileURLToPath(import.meta.url), '../../..');
const contractsFolder = join(project, 'src/testing/contracts');
/** What the compiler has answered before: it takes longer to load than most tests. */
const compiledFolder = join(project, 'node_modules/.cache/solidity');
const require = createRequire(import.meta.url);

/** Compiles src/testing/contracts/<name>.sol (optimizer on) and returns its contract of the same name. */
export function compileContract(name: string): CompiledContract {
  return compileSolidity(name, contractSource(name));
}

/** The text of src/testing/contracts/<name>.sol. */
export function contractSource(name: string): string {
  return readFileSync(join(contractsFolder, `${name}.sol`), 'utf8');
}

/** Compiles one source and returns its contract `name`. Throws an Error with the compiler's message. */
export function compileSolidity(name: string, source: string): CompiledContract {
  const input = inputOf(source, ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']);
  const { errors = [], contracts } = compilerOutput.parse(JSON.parse(compile(JSON.stringify(input))));
  const fatal = errors.find(({ severity }) => severity === 'error');
  const contract = contracts?.main?.[name];
  if (fatal !== undefined || contract === undefined) throw new Error(fatal?.formattedMessage ?? `no contract ${name}`);
  const { abi, evm } = contract;
  return { abi, bytecode: hexOf(evm.bytecode.object), runtimeCode: hexOf(evm.deployedBytecode.object) };
}

/** Input and output of the compiler with sources and source maps, as Hardhat writes them to `build-info`. */
export function buildInfo(name: string): string {
  const input = inputOf(contractSource(name), ['abi', 'evm.deployedBytecode']);
  return JSON.stringify({ input, output: JSON.parse(compile(JSON.stringify(input))) });
}

/** The compiler's answer, which is kept for the other tests and programs. */
function compile(input: string): string {
  const version: string = require('solc/package.json').version;
  const file = join(compiledFolder, `${createHash('sha256').update(`${version} ${input}`).digest('hex')}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const output: string = require('solc').compile(input);
  mkdirSync(compiledFolder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, output);
  renameSync(`${file}.${process.pid}`, file); // other processes compile at the same time
  return output;
}

function inputOf(source: string, selection: readonly string[]) {
  return {
    language: 'Solidity',
    sources: { main: { content: source } },
    settings: {
      evmVersion: 'osaka',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': selection } },
    },
  };
}

function hexOf(digits: string): Hex {
  const text = `0x${digits}`;
  if (!isHex(text)) throw new Error('the compiler left an unlinked library in the bytecode');
  return text;
}
