const { buildModule } = require('@nomicfoundation/hardhat-ignition/modules');

module.exports = buildModule('Box', (module) => {
  const box = module.contract('BoxV2');
  const initialized = module.call(box, 'initialize', [41]);
  module.call(box, 'increment', [], { after: [initialized] });
  return { box };
});
