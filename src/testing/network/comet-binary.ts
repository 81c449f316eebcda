import { CometError } from '../../consensus/comet/comet-error.ts';
import { findCometBinary } from '../../consensus/comet/process/find-binary.ts';

/** Why tests with CometBFT are skipped on this machine; false where it is installed. */
export const cometMissing: string | false = await findCometBinary({
  configured: '',
  home: '/nonexistent',
  variables: process.env,
}).then(
  () => false,
  (error) => {
    if (error instanceof CometError) return error.message;
    throw error;
  },
);
