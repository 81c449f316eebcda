/** What was asked of the driver is not done, or not to its end, because the node stops or begins another network. */
export class DriverEndedError extends Error {
  override name = 'DriverEndedError';
  constructor() {
    super('no more blocks are made');
  }
}
