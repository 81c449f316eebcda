/** How far a page was scrolled, kept in its entry of the browser's history: the way back leads to the same place. */

/** Milliseconds that the content of a page has to arrive before it is scrolled no more. */
const patienceMs = 3_000;

/** How far lists with a scroll bar of their own are to be scrolled, by their label, once they have the rows. */
const wantedTops = new Map<string, number>();

/** Keeps the place of this entry of the history: of the page, and of each list. */
export function keepPlace(): void {
  const tops = [...document.querySelectorAll('.virtual')].map(
    (list) => [list.getAttribute('aria-label') ?? '', list.scrollTop] as const,
  );
  const lists = Object.fromEntries([...tops, ...wantedTops]); // one that is not there yet is still wanted
  window.history.replaceState({ top: window.scrollY, lists }, '');
}

/** Leaves the places of the page before: nothing is wanted of a new one. */
export function forgetPlaces(): void {
  wantedTops.clear();
}

/** How far a list is to be scrolled; undefined when nobody was there, or it has been reached. */
export function wantedTop(label: string): number | undefined {
  return wantedTops.get(label);
}

/** To be called when a list is where it was. */
export function reachTop(label: string): void {
  wantedTops.delete(label);
}

/** Shows the page of an entry that the user went back or forward to, at its place. */
export function followPlaces(show: () => void): void {
  window.history.scrollRestoration = 'manual'; // the browser scrolls before the content is there
  window.addEventListener('popstate', ({ state }) => {
    wantLists(state);
    show();
    scrollOnceThere(topOf(state));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(keepPlace, 150);
  };
  document.addEventListener('scroll', keepSoon, { capture: true, passive: true }); // of lists, too
  for (const kind of userScrolls) window.addEventListener(kind, forgetPlaces, { capture: true, passive: true });
  wantLists(window.history.state);
  scrollOnceThere(topOf(window.history.state));
}

const userScrolls = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

function topOf(state: unknown): number {
  const top: unknown = typeof state === 'object' && state !== null && 'top' in state ? state.top : 0;
  return typeof top === 'number' ? top : 0;
}

function wantLists(state: unknown): void {
  wantedTops.clear();
  const lists: unknown = typeof state === 'object' && state !== null && 'lists' in state ? state.lists : {};
  for (const [label, top] of Object.entries(lists ?? {}))
    if (typeof top === 'number' && top > 0) wantedTops.set(label, top);
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
  for (const kind of userScrolls) window.addEventListener(kind, stop, { once: true });
  const step = () => {
    if (isOver || performance.now() - from > patienceMs) return;
    const isLongEnough = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (isLongEnough) window.scrollTo(0, top);
    else requestAnimationFrame(step);
  };
  step();
}
