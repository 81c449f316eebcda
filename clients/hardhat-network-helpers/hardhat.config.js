require('@nomicfoundation/hardhat-ethers');

// HELPERS_URL: a fork of QORD_URL, started with development.client-version = HardhatNetwork/2.22.0/qord
module.exports = { defaultNetwork: 'qord', networks: { qord: { url: process.env.HELPERS_URL } } };
