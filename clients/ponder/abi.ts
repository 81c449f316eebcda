import { parseAbi } from 'viem';

export const abi = parseAbi(['event Ping(uint256 number)']);
