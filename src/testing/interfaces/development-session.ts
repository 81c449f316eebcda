import type { TestContext } from 'node:test';
import { createDevelopmentInterface, developmentTime } from './development-interface.ts';

export const stranger = `0x${'99'.repeat(20)}`;
/** A number as 32 bytes in hex. */
export const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
export const now = developmentTime / 1000;

/**
 * A development network in memory that ends with the test, with shortcuts to read a block and to send a transaction.
 */
export function start(t: TestContext, options: Parameters<typeof createDevelopmentInterface>[1] = {}) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const dev = createDevelopmentInterface(stop.signal, options);
  const { result, settle } = dev;
  const block = async (ref = 'latest') => (await result('eth_getBlockByNumber', ref, true)) as Block;
  const send = async (tx: object) => {
    const hash = await result('eth_sendTransaction', tx);
    await settle();
    return hash as string;
  };
  /** Sends one request unchanged, over a connection. */
  const request = dev.send;
  return { ...dev, block, send, request };
}

export type Block = {
  hash: string;
  number: string;
  timestamp: string;
  baseFeePerGas: string;
  gasLimit: string;
  miner: string;
  mixHash: string;
  transactions: { hash: string; from: string }[];
};
