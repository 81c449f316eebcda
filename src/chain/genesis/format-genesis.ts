import { toHex } from '../../primitives/hex.ts';
import type { GenesisAccount, GenesisDocument } from './parse-genesis.ts';

/** Genesis document → its one JSON text: defaults left out, accounts in address order. `parseGenesis` reads it back. */
export function formatGenesis(document: GenesisDocument): string {
  const { network, chainId, timestamp, extraData, parameters, alloc, modules } = document;
  const accounts = Object.fromEntries([...alloc].map(([address, account]) => [address, toJson(account)]));
  const json = {
    network,
    chainId,
    timestamp,
    extraData: toHex(extraData),
    parameters: {
      gasLimit: parameters.gasLimit.toString(),
      baseFeeFloor: parameters.baseFeeFloor.toString(),
      maxBlockBytes: parameters.maxBlockBytes,
    },
    alloc: accounts,
    modules,
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function toJson({ balance, nonce, code, storage }: GenesisAccount) {
  const slots = Object.entries(storage).map(([key, value]) => [key, toHex(value)]);
  return {
    balance: balance.toString(),
    ...(nonce === 0n ? {} : { nonce: nonce.toString() }),
    ...(code.length === 0 ? {} : { code: toHex(code) }),
    ...(slots.length === 0 ? {} : { storage: Object.fromEntries(slots) }),
  };
}
