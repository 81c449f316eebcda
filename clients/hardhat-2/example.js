// Hardhat 2: upgrades of transparent proxies and of beacons (@openzeppelin/hardhat-upgrades), and a deployment by Ignition.
const assert = require('node:assert/strict');
const { ethers, ignition, upgrades } = require('hardhat');
const boxModule = require('./ignition/modules/Box.js');

async function main() {
  const [Box, BoxV2] = [await ethers.getContractFactory('Box'), await ethers.getContractFactory('BoxV2')];
  const box = await upgrades.deployProxy(Box, [42]);
  const upgraded = await upgrades.upgradeProxy(await box.getAddress(), BoxV2);
  await (await upgraded.increment()).wait();
  assert.equal(await upgraded.value(), 43n);

  const beacon = await upgrades.deployBeacon(Box);
  const proxy = await upgrades.deployBeaconProxy(beacon, Box, [7]);
  await upgrades.upgradeBeacon(beacon, BoxV2);
  const second = BoxV2.attach(await proxy.getAddress());
  await (await second.increment()).wait();
  assert.equal(await second.value(), 8n);

  const deployed = await ignition.deploy(boxModule);
  assert.equal(await deployed.box.value(), 42n);
  console.log('Hardhat 2 ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
