import { request } from 'node:http';
import * as z from 'zod';
import { toBech32 } from '../../primitives/address.ts';
import { accountOf } from '../sign-from.ts';
import type { NetworkNode } from './network.ts';

const shape = z.object({
  result: z.object({ validators: z.array(z.object({ address: z.string(), voting_power: z.string() })) }),
});

/** The validators that CometBFT has for a height: power by address of the consensus key, `0x` and lower case. */
export async function cometValidators(node: NetworkNode, height: number): Promise<Readonly<Record<string, number>>> {
  const text = await read(node.comet.rpcSocket, `/validators?height=${height}&per_page=100`);
  const { validators } = shape.parse(JSON.parse(text)).result;
  return Object.fromEntries(
    validators.map(({ address, voting_power }) => [`0x${address.toLowerCase()}`, Number(voting_power)]),
  );
}

const paramsShape = z.object({
  result: z.object({ consensus_params: z.object({ evidence: z.object({ max_age_duration: z.string() }) }) }),
});

/** Seconds for which CometBFT accepts evidence at a height. */
export async function evidenceSeconds(node: NetworkNode, height: number): Promise<number> {
  const text = await read(node.comet.rpcSocket, `/consensus_params?height=${height}`);
  const { max_age_duration } = paramsShape.parse(JSON.parse(text)).result.consensus_params.evidence;
  return Number(max_age_duration) / 1e9;
}

type ValidatorRecord = {
  readonly tokens: string;
  readonly is_active: boolean;
  readonly jailed: boolean;
  readonly jailed_until: number;
  readonly tombstoned: boolean;
  readonly slashes: number;
};

/** The record of the validator that a development account operates. */
export async function validatorRecord(node: NetworkNode, account: number) {
  const key = [toBech32(accountOf(account))];
  return await node.call<ValidatorRecord>('qord_getRecord', 'staking', 'validator', key);
}

function read(socketPath: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts).toString()));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
