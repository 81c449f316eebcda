/** The networks a node can be part of; development networks live on one machine. */
export type Network = 'mainnet' | 'testnet' | 'dev';
