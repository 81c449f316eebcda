import { Signal } from '../generated/enums';
import { sliceEnded } from '../host';
import { interpret } from '../interpreter/interpret';
import { refillSlice, chargeSlice } from '../run';
import { prepareCall } from './calls';
import { endFrame, returnToCaller } from './end-frame';
import { prepareCreate } from './creates';
import { Frame, frameAt } from './frame';
import { startFrame } from './start';

/** The running frame; all deeper ones are unused. */
export let currentFrame: Frame = frameAt(0);

/** Executes a prepared frame at depth 0 and all its calls. Returns how it ended. */
export function runFrames(root: Frame): i32 {
  let frame = root;
  let signal = enter(root);
  while (true) {
    if (signal == Signal.RUN) signal = runSlice(frame);
    if (signal == Signal.SLICE) {
      refillSlice();
      sliceEnded();
      signal = Signal.RUN;
      continue;
    }
    if (signal == Signal.CALL || signal == Signal.CREATE) {
      const child = signal == Signal.CALL ? prepareCall(frame) : prepareCreate(frame);
      signal = Signal.HALT;
      if (child) {
        frame = child;
        signal = enter(frame);
      }
      continue;
    }
    signal = endFrame(frame, signal);
    if (frame.depth == 0) return signal;
    const caller = frameAt(frame.depth - 1);
    returnToCaller(frame, caller, signal);
    frame = caller;
    currentFrame = caller;
    signal = Signal.RUN;
  }
}

function enter(frame: Frame): i32 {
  currentFrame = frame;
  return startFrame(frame);
}

function runSlice(frame: Frame): i32 {
  const before = frame.gas;
  const signal = interpret(frame);
  chargeSlice(before - frame.gas);
  return signal;
}
