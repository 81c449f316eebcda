require('@nomicfoundation/hardhat-ethers');
require('@nomicfoundation/hardhat-ignition-ethers');
require('@openzeppelin/hardhat-upgrades');
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

module.exports = {
  solidity: '0.8.28',
  defaultNetwork: 'qord',
  networks: { qord: { url: process.env.QORD_URL } },
  ignition: { requiredConfirmations: 1, blockPollingInterval: 200 }, // blocks are final here
};
