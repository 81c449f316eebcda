import { parseAddress } from '../../../primitives/address.ts';

/** Addresses that nearly every block pays from or to: one byte in the rows, their position. */
export const frequentAddresses = [
  '0xf1829676db577682e944fc3493d451b67ff3e29f',
  '0x66fa9f9d3186b9c13a66b004fc8bb5f3359c4deb',
  '0x2c845b0d7c5d6fb8f1bc9f86b96ef0bf71ca3cac',
  '0x7b5fe22b5446f7c62ea27b8bd71cef94e03f3df2',
  '0x93354845030274cd4bf1686abd60ab28ec52e1a7',
].map(parseAddress);
