import { createConfig } from 'ponder';
import { abi } from './abi.ts';

// biome-ignore lint/style/noDefaultExport: Ponder reads the default export
export default createConfig({
  chains: { qord: { id: 9800, rpc: process.env.QORD_URL, pollingInterval: 200 } },
  contracts: { Pings: { chain: 'qord', abi, address: process.env.PINGS, startBlock: Number(process.env.START) } },
});
