/** Whether somebody uses the page: what nobody looks at is read less often. */

/** Milliseconds after the last sign of a user. */
const attentionMs = 15_000;

let last = Number.NEGATIVE_INFINITY;

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']) {
  window.addEventListener(
    kind,
    () => {
      last = performance.now();
    },
    { passive: true, capture: true },
  );
}

/** Whether nobody has touched the page for a while. */
export function isIdle(): boolean {
  return performance.now() - last > attentionMs;
}
