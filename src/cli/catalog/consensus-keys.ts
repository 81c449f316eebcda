import type { Command, CommandGroup, CommandInput, CommandOption } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { accountSpellings, homeOption, nodeOption } from './common.ts';

const fileOption: CommandOption = {
  name: 'validator-key',
  value: 'file',
  summary: 'consensus key of CometBFT',
  fallback: 'comet/config/priv_validator_key.json in the home folder',
};
const keyOption: CommandOption = {
  name: 'key',
  value: 'hex',
  summary: 'public key that is held elsewhere, 32 bytes of ed25519 or 33 of secp256k1, instead of a file',
};

/** `qord keys consensus …` */
export const consensusKeys: CommandGroup = {
  name: 'consensus',
  summary: 'The key that signs the blocks of a validator',
  commands: [
    {
      name: 'show',
      summary: 'Show the public key and its address',
      options: [fileOption, keyOption, homeOption],
      examples: ['qord keys consensus show', 'qord keys consensus show --key 0xc7b9… --json'],
      load: () => import('../commands/keys-consensus-show.ts'),
    },
    {
      name: 'prove',
      summary: 'Prove that an operator holds the key, for qord tx staking create-validator',
      details:
        'With a key of a file, prints the key and the proof. With --key, prints the 32 bytes that the key has to sign wherever it is held: qor-validator-key-v2, a text that docs/modules/staking.md describes. ed25519 signs these bytes, 64 bytes; secp256k1 signs their Keccak-256, 65 bytes r, s, v with v 0 or 1.',
      arguments: [{ name: 'operator', summary: accountSpellings, required: true }],
      options: [
        fileOption,
        keyOption,
        { name: 'chain-id', value: 'number', summary: 'chain id of the network; by default that of the node' },
        { name: 'genesis-hash', value: 'hash', summary: 'hash of its first block; by default that of the node' },
        nodeOption,
        homeOption,
      ],
      examples: [
        'qord keys consensus prove dev1',
        'qord keys consensus prove dev1 --chain-id 9800 --genesis-hash 0x3f1c…',
        'qord keys consensus prove qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y --key 0xc7b9…',
      ],
      load: () => import('../commands/keys-consensus-prove.ts'),
    },
  ],
};

/** The command of the call with the key and its proof from a file, unless they are given. */
export function withConsensusKey(command: Command): Command {
  const others = (command.options ?? []).filter(({ name }) => name !== 'key' && name !== 'proof');
  const proofOption = { name: 'proof', value: 'hex', summary: 'what qord keys consensus prove says, for --key' };
  return {
    ...command,
    details:
      'The consensus key signs a proof that its operator holds it. Both come from the key file of CometBFT; for a key that is held elsewhere, give --key and --proof.',
    options: [fileOption, keyOption, proofOption, ...others],
    examples: [...command.examples, `${command.examples[0] ?? ''} --key 0xc7b9… --proof 0x52d0…`],
    load: async () => {
      const { run } = await command.load();
      return { run: async (input) => run(await completed(input)) };
    },
  };
}

/** The input with --key and --proof. Throws a CliError when only one of them is given, or when there is no key file. */
async function completed(input: CommandInput): Promise<CommandInput> {
  const { key, proof } = input.options;
  if (key !== undefined && proof !== undefined) return input;
  if (key !== undefined || proof !== undefined) {
    const missing = key === undefined ? '--key' : '--proof';
    throw new CliError('usage', `missing ${missing}; qord keys consensus prove makes the proof of a key`);
  }
  const { provenKey } = await import('../keys/proven-key.ts');
  return { ...input, options: { ...input.options, ...(await provenKey(input)) } };
}
