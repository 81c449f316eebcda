import { z } from 'zod';
import { blockSchema } from '../chain-shapes.ts';
import { openClient, quantitySchema } from '../client.ts';
import type { CommandInput, Report } from '../command.ts';
import { printTime } from '../print-time.ts';

/** Asks a running node how it is. */
export async function run(input: CommandInput): Promise<Report> {
  const client = openClient(input);
  const version = await client.call('web3_clientVersion', [], z.string());
  const chainId = await client.call('eth_chainId', [], quantitySchema);
  const peers = await client.call('net_peerCount', [], quantitySchema);
  const head = await client.call('eth_getBlockByNumber', ['latest', false], blockSchema);
  const json = {
    url: client.url,
    version,
    chainId: Number(chainId),
    height: Number(head.number),
    hash: head.hash,
    time: Number(head.timestamp),
    peers: Number(peers),
  };
  const text = [
    `node     ${version} at ${client.url}`,
    `chain    ${chainId} (0x${chainId.toString(16)}), ${chainId === 9801n ? 'mainnet' : 'testnet or development network'}`,
    `height   ${head.number}, ${printTime(head.timestamp)}`,
    `block    ${head.hash}, ${head.transactions.length} transactions`,
    `peers    ${peers}`,
  ];
  return { json, text: text.join('\n') };
}
