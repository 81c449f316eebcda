import { type TransactionFault, transactionFaultText } from '../../../evm/transaction/fault.ts';
import { RpcError } from '../../rpc-error.ts';

/** Codes of the specification of eth_simulateV1. */
const codes: Readonly<Partial<Record<TransactionFault['code'], number>>> = {
  'nonce-too-low': -38010,
  'nonce-too-high': -38011,
  'fee-cap-below-base-fee': -38012,
  'intrinsic-gas-too-low': -38013,
  'floor-gas-too-low': -38013,
  'insufficient-funds': -38014,
  'gas-limit-above-block': -38015,
  'gas-limit-above-cap': -38015,
  'sender-not-eoa': -38024,
  'initcode-too-large': -38025,
};

/** A call that is not valid ends the simulation. */
export function simulationError(fault: TransactionFault): RpcError {
  return new RpcError(codes[fault.code] ?? -32000, transactionFaultText(fault));
}
