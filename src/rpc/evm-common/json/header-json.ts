import { emptyOmmersHash, emptyRequestsHash } from '../../../chain/header-codec.ts';
import type { SealedHeader } from '../../../chain/types.ts';
import { zeroHash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { emptyTreeRoot } from '../../../state/tree/update-tree.ts';

/** Members that are equal in all headers of this chain. */
const fixedText =
  `"sha3Uncles":"${emptyOmmersHash}","difficulty":"0x0","withdrawalsRoot":"${emptyTreeRoot}","blobGasUsed":"0x0",` +
  `"excessBlobGas":"0x0","parentBeaconBlockRoot":"${zeroHash}","requestsHash":"${emptyRequestsHash}"`;

/** The members of a header, without braces: those of a block follow them. */
export function headerMembers(header: SealedHeader): string {
  return `${identityMembers(header)},${contentMembers(header)}`;
}

/** The members of a pending header, whose miner and hash are not known. */
export function pendingHeaderMembers(header: Omit<SealedHeader, 'hash' | 'miner'>): string {
  return `"hash":null,"nonce":null,"miner":null,${contentMembers(header)}`;
}

function identityMembers({ hash, miner }: SealedHeader): string {
  return `"hash":"${hash}","nonce":"0x0000000000000000","miner":"${miner}"`;
}

function contentMembers(header: Omit<SealedHeader, 'hash' | 'miner'>): string {
  return (
    `"number":"${quantity(header.number)}","parentHash":"${header.parentHash}","mixHash":"${header.prevRandao}",` +
    `"logsBloom":"${header.logsBloom}","stateRoot":"${header.stateRoot}",` +
    `"transactionsRoot":"${header.transactionsRoot}","receiptsRoot":"${header.receiptsRoot}",` +
    `"extraData":"${toHex(header.extraData)}","gasLimit":"${quantity(header.gasLimit)}",` +
    `"gasUsed":"${quantity(header.gasUsed)}","timestamp":"${quantity(header.timestamp)}",` +
    `"baseFeePerGas":"${quantity(header.baseFee)}",${fixedText}`
  );
}
