require('@nomicfoundation/hardhat-ethers');
const { subtask } = require('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD: getCompiler } = require('hardhat/builtin-tasks/task-names');
const solc = require('solc');

// the compiler of npm; without this Hardhat downloads one
subtask(getCompiler, async ({ solcVersion: version }) => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version,
  longVersion: solc.version(),
}));

module.exports = {
  solidity: '0.8.28',
  defaultNetwork: 'qord',
  networks: { qord: { url: process.env.ETH_RPC_URL ?? 'http://127.0.0.1:8545' } },
};
