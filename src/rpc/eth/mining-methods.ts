import { define } from '../dispatch/define.ts';
import type { Methods } from '../method.ts';
import { quantitySchema } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';

/** Version 65 of the wire protocol eth, the last that go-ethereum returned. */
const protocolVersion = '0x41';

/** Methods from the time of proof of work, as go-ethereum last returned them: old clients call them at their start. */
export function miningMethods(): Methods {
  return {
    eth_protocolVersion: define('Version of the Ethereum wire protocol.', [], quantitySchema, () => protocolVersion),
    eth_mining: define('false: blocks are not mined.', [], { type: 'boolean' }, () => false),
    eth_hashrate: define('0: blocks are not mined.', [], quantitySchema, () => '0x0'),
    eth_getWork: define('Always an error: blocks are not mined.', [], { type: 'array' }, () => {
      throw new RpcError(-32000, 'no mining work available yet');
    }),
  };
}
