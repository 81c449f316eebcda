import { buildModule } from '@nomicfoundation/hardhat-ignition/modules';

export const boxModule = buildModule('Box', (module) => {
  const box = module.contract('Box', [41]);
  module.call(box, 'increment');
  return { box };
});
