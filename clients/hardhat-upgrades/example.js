const assert = require('node:assert/strict');
const { ethers, upgrades } = require('hardhat');

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
  console.log('hardhat-upgrades ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
