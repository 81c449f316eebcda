import { call } from '../../kernel/module-sdk/call.ts';
import { bytesField, maxDataBytes, textField, uint } from '../../kernel/module-sdk/field.ts';
import { fault } from './faults.ts';

/** Nothing here runs SVM programs: neither parameters nor input can change that. */
const disabled = { gas: 30_000n, fault: () => fault.svmDisabled(), run: () => ({}) } as const;

const deployProgram = call('deployProgram', {
  doc: 'Deploy an SVM program. Always rejected: SVM module is disabled (11).',
  inputs: { bytecode: bytesField('the program', { maxBytes: maxDataBytes }) },
  example: ['program.so'],
  ...disabled,
});

const execute = call('execute', {
  doc: 'Execute an SVM program. Always rejected: SVM module is disabled (11).',
  inputs: { program: textField('in base58'), data: bytesField('of the instruction', { maxBytes: maxDataBytes }) },
  example: ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', '0x6869'],
  ...disabled,
});

const createAccount = call('createAccount', {
  doc: 'Create an account that belongs to an SVM program. Always rejected: SVM module is disabled (11).',
  inputs: { owner: textField('program in base58'), space: uint(64, 'bytes'), lamports: uint(64, 'to hold') },
  example: ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', '0', '890880'],
  ...disabled,
});

export const laneCalls = [deployProgram, execute, createAccount];
