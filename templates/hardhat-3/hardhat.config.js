import { fileURLToPath } from 'node:url';
import hardhatEthers from '@nomicfoundation/hardhat-ethers';
import hardhatNodeTestRunner from '@nomicfoundation/hardhat-node-test-runner';
import { defineConfig } from 'hardhat/config';

export default defineConfig({
  plugins: [hardhatEthers, hardhatNodeTestRunner],
  // the compiler of npm; without its path Hardhat downloads one
  solidity: { version: '0.8.28', path: fileURLToPath(import.meta.resolve('solc/soljson.js')) },
  networks: { qord: { type: 'http', url: process.env.ETH_RPC_URL ?? 'http://127.0.0.1:8545' } },
});
