import { fileURLToPath } from 'node:url';
import hardhatIgnitionEthers from '@nomicfoundation/hardhat-ignition-ethers';
import { defineConfig } from 'hardhat/config';

// biome-ignore lint/style/noDefaultExport: Hardhat reads the default export
export default defineConfig({
  plugins: [hardhatIgnitionEthers],
  // the compiler of the package: nothing is downloaded at run time
  solidity: { version: '0.8.28', path: fileURLToPath(import.meta.resolve('solc/soljson.js')) },
  networks: {
    qord: {
      type: 'http',
      url: process.env.QORD_URL,
      ignition: { requiredConfirmations: 1, blockPollingInterval: 200 }, // blocks are final here
    },
  },
});
