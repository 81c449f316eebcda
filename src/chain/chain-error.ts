import { faultError } from '../primitives/fault-error.ts';
import type { Hash } from '../primitives/hash.ts';
import { convertibleFormats } from './storage/totals.ts';

/** Why a chain cannot be opened. */
export type ChainFault =
  | { readonly code: 'genesis-missing' }
  | { readonly code: 'genesis-mismatch'; readonly stored: Hash; readonly given: Hash }
  | { readonly code: 'other-format'; readonly stored: number; readonly known: number }
  | { readonly code: 'fork-export' }
  | { readonly code: 'corrupt'; readonly reason: string };

/** A chain cannot be opened; the message says what to do. */
export class ChainError extends faultError('ChainError', chainFaultText) {}

function chainFaultText(fault: ChainFault): string {
  switch (fault.code) {
    case 'genesis-missing':
      return 'there is no chain yet, and no genesis document to begin one with';
    case 'genesis-mismatch':
      return `the data belong to the chain with genesis ${fault.stored}, the genesis document makes ${fault.given}: use the document of that chain, or another home`;
    case 'other-format':
      return `the data are in format ${fault.stored}, this qord reads format ${fault.known}: ${remedyOf(fault.stored)}`;
    case 'fork-export':
      return 'a fork cannot be exported: most of its state is that of its origin';
    case 'corrupt':
      return `the data are damaged: ${fault.reason}; restore a copy, or start over in another home`;
  }
}

function remedyOf(format: number): string {
  if (convertibleFormats.includes(format)) return 'convert them with qord migrate';
  return 'export the chain with the qord that wrote them and start from that in another home';
}
