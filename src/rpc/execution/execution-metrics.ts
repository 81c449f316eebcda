/** Observes executions in threads. */
export interface ExecutionMetrics {
  /** An execution has ended, after so many milliseconds in the queue and in the thread. */
  observe(kind: string, waited: number, ran: number): void;
  /** A thread was ended, or ended by itself, while it ran an execution of this kind. */
  restarted(kind: string): void;
}
