/** How far a page was scrolled, kept in its entry of the browser's history: the way back leads to the same place. */

/** Milliseconds that the content of a page has to arrive before it is scrolled no more. */
const patience = 3_000;

/** Keeps the place of this entry of the history. */
export function keepPlace(): void {
  window.history.replaceState({ top: window.scrollY }, '');
}

/** Shows the page of an entry that the user went back or forward to, at its place. */
export function followPlaces(show: () => void): void {
  window.history.scrollRestoration = 'manual'; // the browser scrolls before the content is there
  window.addEventListener('popstate', ({ state }) => {
    show();
    scrollOnceThere(topOf(state));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(keepPlace, 150);
  });
  scrollOnceThere(topOf(window.history.state));
}

function topOf(state: unknown): number {
  const top: unknown = typeof state === 'object' && state !== null && 'top' in state ? state.top : 0;
  return typeof top === 'number' ? top : 0;
}

/** Scrolls as soon as the page is long enough, unless the user scrolls before. */
function scrollOnceThere(top: number): void {
  if (top === 0) {
    window.scrollTo(0, 0);
    return;
  }
  const from = performance.now();
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  for (const kind of ['wheel', 'touchstart', 'keydown']) window.addEventListener(kind, stop, { once: true });
  const step = () => {
    if (isOver || performance.now() - from > patience) return;
    const isLongEnough = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (isLongEnough) window.scrollTo(0, top);
    else requestAnimationFrame(step);
  };
  step();
}
