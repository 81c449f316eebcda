import { createTestnet, type TestnetNode } from '../../node/testnet.ts';
import { dateMs } from '../../primitives/machine.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { requiredOption } from '../input.ts';
import { tableOf } from '../table.ts';

/** Writes the homes of a network on this machine. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const folder = requiredOption(input, 'output');
  const validators = numberOf(input, 'validators', 4, 1, 10);
  const fullNodes = numberOf(input, 'full-nodes', 0, 0, 20);
  const basePort = numberOf(input, 'base-port', 8545, 1024, 40_000);
  const timestamp = Math.floor(dateMs() / 1000);
  const nodes = createTestnet({ folder, validators, fullNodes, basePort, timestamp });
  const text = [
    testnetTable(nodes),
    '',
    'The ten development accounts are funded; their keys are public.',
    `start all: qord testnet start ${folder}`,
  ];
  return { json: nodes.map(({ home, ...node }) => ({ home: home.folder, ...node })), text: text.join('\n') };
}

/** One row for each node. */
export function testnetTable(nodes: readonly TestnetNode[]): string {
  const rows = nodes.map(({ home, isValidator, http, webSocket, svm }) => [
    home.folder,
    isValidator ? 'validator' : 'full node',
    http,
    webSocket,
    svm,
  ]);
  return tableOf(['home', 'role', 'EVM', 'EVM WebSocket', 'SVM'], rows);
}

function numberOf(input: CommandInput, name: string, fallback: number, least: number, most: number): number {
  const text = input.options[name];
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new CliError('usage', `--${name} must be a whole number from ${least} to ${most}`);
}
