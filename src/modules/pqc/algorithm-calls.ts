import { mlDsaSizes } from '@qord/curves/ml-dsa';
import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { isSignatureScheme, signatureAlgorithm } from './algorithms.ts';
import type { Dependencies } from './dependencies.ts';
import { algorithmChangedEvent } from './events.ts';
import { fault } from './faults.ts';
import { pqcParams } from './params.ts';
import { algorithms, migrations } from './records.ts';

/** Calls of the authority that add and retire algorithms. */
export function algorithmCalls({ isAuthority }: Dependencies) {
  const ownFault = ({ state, caller }: CheckContext) => (isAuthority(state, caller) ? undefined : fault.notAuthority());
  return [addAlgorithm(ownFault), deprecateAlgorithm(ownFault), disableAlgorithm(ownFault)];
}

type OwnFault = (context: CheckContext) => ReturnType<(typeof fault)['notAuthority']> | undefined;
const id = uint(8, 'number of the algorithm');
const maxMigrationBlocks = 2n ** 32n - 1n;

const addAlgorithm = (ownFault: OwnFault) =>
  call('addAlgorithm', {
    doc: 'Add a signature algorithm. Only the authority.',
    inputs: {
      id,
      name: textField('name of it'),
      scheme: textField('ml-dsa-44, ml-dsa-65 or ml-dsa-87', { choices: ['ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87'] }),
    },
    gas: 100_000n,
    example: ['3', 'dilithium3', 'ml-dsa-65'],
    fault: (context, inputs) => {
      const own = ownFault(context);
      if (own !== undefined) return own;
      if (!isSignatureScheme(inputs.scheme)) return fault.noSuchScheme();
      if (inputs.id === 0n) return fault.noSuchAlgorithm();
      if (algorithms.get(context.state, Number(inputs.id)) !== undefined) return fault.algorithmExists();
      const { min_security_level } = pqcParams.get(context.state);
      return mlDsaSizes[inputs.scheme].level < min_security_level ? fault.securityLevelTooLow() : undefined;
    },
    run: ({ state, block, emit }, inputs) => {
      const { name, scheme } = inputs;
      if (!isSignatureScheme(scheme)) return;
      algorithms.set(state, signatureAlgorithm(name, scheme, Number(block.number)), Number(inputs.id));
      emit(algorithmChangedEvent.log({ id: inputs.id, status: 'active', reason: '' }));
    },
  });

const deprecateAlgorithm = (ownFault: OwnFault) =>
  call('deprecateAlgorithm', {
    doc: 'Begin the migration from one algorithm to another: the old one takes no new keys, and when the migration ends it only verifies. Only the authority.',
    inputs: {
      id,
      migrationBlocks: withUnit('blocks', uint(64, 'how long keys can migrate; 0 for the default')),
      replacementId: uint(8, 'the algorithm that replaces it'),
    },
    gas: 100_000n,
    example: ['1', '1000', '3'],
    fault: (context, inputs) => {
      const { state } = context;
      const own = ownFault(context);
      if (own !== undefined) return own;
      const algorithm = algorithms.get(state, Number(inputs.id));
      const replacement = algorithms.get(state, Number(inputs.replacementId));
      if (algorithm === undefined || replacement === undefined || inputs.id === inputs.replacementId)
        return fault.noSuchAlgorithm();
      if (inputs.migrationBlocks > maxMigrationBlocks) return fault.migrationTooLong();
      if (algorithm.status === 'migrating') return fault.migrationUnderWay();
      return algorithm.status !== 'active' || replacement.status !== 'active' ? fault.algorithmClosed() : undefined;
    },
    run: ({ state, block, emit }, { id: number, migrationBlocks, replacementId }) => {
      const algorithm = algorithms.get(state, Number(number));
      if (algorithm === undefined) return;
      const blocks = migrationBlocks === 0n ? pqcParams.get(state).default_migration_blocks : Number(migrationBlocks);
      const start_height = Number(block.number);
      const span = { start_height, end_height: start_height + blocks };
      migrations.set(state, { to_algorithm_id: Number(replacementId), ...span, migrated_accounts: 0 }, Number(number));
      algorithms.set(state, { ...algorithm, status: 'migrating', deprecated_at_height: start_height }, Number(number));
      emit(algorithmChangedEvent.log({ id: number, status: 'migrating', reason: '' }));
    },
  });

const disableAlgorithm = (ownFault: OwnFault) =>
  call('disableAlgorithm', {
    doc: 'Switch an algorithm off at once, in an emergency. Only the authority.',
    inputs: { id, reason: textField('why') },
    gas: 100_000n,
    example: ['1', 'broken'],
    fault: (context, inputs) => {
      const own = ownFault(context);
      if (own !== undefined) return own;
      const algorithm = algorithms.get(context.state, Number(inputs.id));
      if (algorithm === undefined) return fault.noSuchAlgorithm();
      if (algorithm.status === 'disabled') return fault.algorithmDisabled();
      return inputs.reason === '' ? fault.reasonMissing() : undefined;
    },
    run: ({ state, emit }, { id: number, reason }) => {
      const algorithm = algorithms.get(state, Number(number));
      if (algorithm === undefined) return;
      algorithms.set(state, { ...algorithm, status: 'disabled' }, Number(number));
      migrations.remove(state, Number(number));
      emit(algorithmChangedEvent.log({ id: number, status: 'disabled', reason }));
    },
  });
