/** Why a transaction failed, as SVM clients read it. Receipts contain no further reason. */
export type TransactionError = { readonly InstructionError: readonly [index: number, reason: 'GenericError'] };

/** The error of a failed transaction: its last instruction failed. Null when it succeeded. */
export function toTransactionError(succeeded: boolean, instructionCount: number): TransactionError | null {
  return succeeded ? null : { InstructionError: [instructionCount - 1, 'GenericError'] };
}
