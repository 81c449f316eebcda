// Hardhat 3: deploys a contract and calls it by its ethers plugin, and deploys by Ignition.
import assert from 'node:assert/strict';
import { network } from 'hardhat';
import { boxModule } from './ignition/modules/Box.js';

const { ethers, ignition } = await network.create({ network: 'qord' });
const box = await ethers.deployContract('Box', [6]);
await (await box.increment()).wait();
assert.equal(await box.value(), 7n);

const deployed = await ignition.deploy(boxModule);
assert.equal(await deployed.box.value(), 42n);
console.log('Hardhat 3 ok');
