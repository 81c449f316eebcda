require('@nomicfoundation/hardhat-ethers');
require('@nomicfoundation/hardhat-chai-matchers');
const { subtask } = require('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD: getCompiler } = require('hardhat/builtin-tasks/task-names');
const solc = require('solc');

// the compiler of the package, so that nothing is downloaded at run time
subtask(getCompiler, async ({ solcVersion: version }) => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version,
  longVersion: solc.version(),
}));

// HELPERS_URL: a node with development.client-version = HardhatNetwork/2.22.0/qord
module.exports = {
  solidity: { version: '0.8.28', settings: { evmVersion: 'cancun' } },
  defaultNetwork: 'localhost',
  networks: { localhost: { url: process.env.HELPERS_URL } },
  mocha: { timeout: 120_000, reporter: 'dot' },
};
