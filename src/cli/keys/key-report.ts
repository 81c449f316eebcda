import { type Address, toBase58, toBech32, toChecksum } from '../../primitives/address.ts';

/** A key as commands show it. */
export function describeKey(name: string, address: Address) {
  return { name, evm: toChecksum(address), qor: toBech32(address), svm: toBase58(address) };
}

/** One key in a few lines. */
export function keyText({ name, evm, qor, svm }: ReturnType<typeof describeKey>): string {
  return [name, `  EVM     ${evm}`, `  native  ${qor}`, `  SVM     ${svm}`].join('\n');
}
