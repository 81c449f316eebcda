/** Behaviour of the chain that this node implements, by the chain version that brought it. */
export const chainFeatures: readonly (readonly [version: string, feature: string])[] = [
  ['v0.5.0', 'contracts (EVM), cross-VM messages'],
  ['v0.6.0', 'registry of post-quantum keys'],
  ['v0.9.0', 'PRISM, pools of validators, progressive slashing'],
  ['v1.0.0', 'burn, xQORE, inflation'],
  ['v1.1.0', 'hybrid signature mode'],
  ['v1.2.0', 'abstract accounts, FairBlock, gas abstraction, transaction lanes'],
  ['v2.6.3', 'fees split 37/30/20/10/3: validators, burn, treasury, stakers, light nodes'],
  ['v3.1.75', 'SVM interface on by default, port 8899'],
  ['v3.1.82', 'native QOR on the SVM interface, accounts padded to 32 bytes'],
  ['v3.1.89', 'submission of SVM transactions disabled: code 11'],
  ['v3.1.94', 'fixed emission with a cap'],
  ['v3.1.97', 'the qor_ namespace as it is served here'],
];
