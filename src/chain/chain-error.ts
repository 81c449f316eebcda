import { type FaultIn, faultError, textIn } from '../primitives/fault-error.ts';
import type { Hash } from '../primitives/hash.ts';
import { convertibleFormats } from './storage/totals.ts';

/** Why a chain cannot be opened. */
const texts = {
  'genesis-missing': () => 'there is no chain yet, and no genesis document to begin one with',
  'genesis-mismatch': (fault: { stored: Hash; given: Hash }) =>
    `the data belong to the chain with genesis ${fault.stored}, the genesis document makes ${fault.given}: use the document of that chain, or another home`,
  'other-format': (fault: { stored: number; known: number }) =>
    `the data are in format ${fault.stored}, this qord reads format ${fault.known}: ${remedyOf(fault.stored)}`,
  'fork-export': () => 'a fork cannot be exported: most of its state is that of its origin',
  corrupt: (fault: { reason: string }) =>
    `the data are damaged: ${fault.reason}; restore a copy, or start over in another home`,
};
export type ChainFault = FaultIn<typeof texts>;

/** A chain cannot be opened; the message says what to do. */
export class ChainError extends faultError('ChainError', textIn(texts)) {}

function remedyOf(format: number): string {
  if (convertibleFormats.includes(format)) return 'convert them with qord migrate';
  return 'export the chain with the qord that wrote them and start from that in another home';
}
