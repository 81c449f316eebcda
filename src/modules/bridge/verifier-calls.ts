import { call } from '../../kernel/module-sdk/call.ts';
import { bytes32Field, listField, textField, uint } from '../../kernel/module-sdk/field.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { committees } from './records.ts';
import { adminFault } from './roles.ts';

const maxCommittee = 16;

export const setVerifierBootstrap = (dependencies: Dependencies) =>
  call('setVerifierBootstrap', {
    doc: 'Name the Ed25519 committee of a chain, whose signatures prove a deposit. A proof has for each signature the index of its key (1 byte) and the signature (64 bytes) over chain|event|operation|tx|amount|asset. Only for the admin.',
    inputs: {
      chain: textField('name of the chain, such as ethereum'),
      pubkeys: listField(bytes32Field('Ed25519 public key'), 'keys of the committee, 1 to 16 different ones'),
      threshold: uint(32, 'signatures that a proof needs'),
    },
    gas: 80_000n,
    gasPerByte: 200n,
    example: ['ethereum', '0x…,0x…,0x…', '2'],
    fault: (context, { chain: id, pubkeys, threshold }) => {
      const rejection = adminFault(dependencies, context);
      if (rejection !== undefined) return rejection;
      if (chainNamed(context.state, id) === undefined) return fault.chainNotOpen();
      const distinct = new Set(pubkeys.map((key) => Buffer.from(key).toString('hex'))).size;
      if (pubkeys.length < 1 || pubkeys.length > maxCommittee || distinct < pubkeys.length)
        return fault.malformed(`pubkeys must be 1 to ${maxCommittee} different keys`);
      const isPossible = threshold >= 1n && threshold <= BigInt(pubkeys.length);
      return isPossible ? undefined : fault.malformed('threshold must be from 1 to the number of keys');
    },
    run: ({ state }, { chain: id, pubkeys, threshold }) => {
      committees.set(state, { keys: pubkeys, threshold: Number(threshold) }, id);
    },
  });
