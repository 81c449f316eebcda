import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { type Guard, passError } from '../guard.ts';
import type { LongText } from '../json-value.ts';

/** Where the parts of a long text are written. */
export type PartsTarget = {
  readonly mainThread: MainThread;
  /** the connection; nothing more is written once it has left */
  readonly owner: Owner;
  /** contains what the making of a part throws */
  readonly guard: Guard;
  /** Whether the client has read enough of what was written before. */
  hasRoom(): boolean;
  write(part: string): void;
  /** Calls back once, when there is room again. */
  onceRoom(goOn: () => void): void;
  /** Called each time the writing continues, and at its end unless all was written at once. */
  onProgress(isDone: boolean): void;
};

/** Parts of about 64 kB that are written in one turn. */
const partsPerTurn = 8;

/**
 * Writes a long text, each part when the client has read those before it, a few in each turn of the main thread: a client
 * that reads at full speed would get all of it, 88 MB, in one piece. Returns whether all was written at once.
 */
export function writeInTurns(text: LongText, target: PartsTarget): boolean {
  const { mainThread, owner, guard } = target;
  const parts = text.parts()[Symbol.iterator]();
  const fail = passError(guard);
  let isDone = false;
  let isLater = false;
  const takeTurn = () => {
    if (isLater) target.onProgress(false);
    for (let count = 0; count < partsPerTurn; count++) {
      if (!target.hasRoom()) return target.onceRoom(goOn);
      const part = parts.next();
      if (part.done === true) {
        isDone = true;
        if (isLater) target.onProgress(true);
        return;
      }
      target.write(part.value);
    }
    mainThread.runLater('response', owner, takeTurn, fail);
  };
  const goOn = () => mainThread.run('response', owner, takeTurn, fail);
  goOn();
  isLater = true;
  return isDone;
}
