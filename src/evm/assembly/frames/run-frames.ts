import { Signal } from '../generated/enums';
import { sliceEnded } from '../host';
import { interpret } from '../interpreter/interpret';
import { chargeSlice, refillSlice, sliceLeft } from '../run';
import { prepareCall } from './calls';
import { endFrame, returnToCaller } from './end-frame';
import { prepareCreate } from './creates';
import { Frame, frameAt } from './frame';
import { startFrame } from './start';

/** The running frame; all deeper ones are unused. */
export let currentFrame: Frame = frameAt(0);

/**
 * Executes a prepared frame and all its calls. Returns how it ended. A native contract may run a message while its own
 * frame waits: then there is another loop of this function below, and this one ends with the frame of the message.
 */
export function runFrames(root: Frame): i32 {
  const depth = root.depth;
  let frame = root;
  let signal = enter(root);
  while (true) {
    if (signal == Signal.RUN || signal == Signal.SLICE) {
      signal = runSlice(frame);
      continue;
    }
    if (signal == Signal.CALL || signal == Signal.CREATE) {
      const child = signal == Signal.CALL ? prepareCall(frame) : prepareCreate(frame);
      signal = Signal.HALT;
      if (!child) chargeSlice(frame.gas);
      else {
        frame = child;
        signal = enter(frame);
      }
      continue;
    }
    signal = endFrame(frame, signal);
    if (frame.depth == depth) return signal;
    const caller = frameAt(frame.depth - 1);
    returnToCaller(frame, caller, signal);
    frame = caller;
    currentFrame = caller;
    signal = Signal.RUN;
  }
}

/** Makes a frame the running one again, after a message that its native contract ran. */
export function resumeFrame(frame: Frame): void {
  currentFrame = frame;
}

function enter(frame: Frame): i32 {
  currentFrame = frame;
  return startFrame(frame);
}

/** Interprets the frame up to its next signal; a frame that halts counts with all the gas that it had. */
function runSlice(frame: Frame): i32 {
  if (sliceLeft <= 0) {
    refillSlice();
    sliceEnded();
  }
  const before = frame.gas;
  const signal = interpret(frame);
  chargeSlice(signal == Signal.HALT ? before : before - frame.gas);
  return signal;
}
