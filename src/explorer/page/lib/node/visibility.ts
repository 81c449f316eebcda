import { signal } from '@preact/signals';

/** Whether the tab of the page is in view: what nobody can see is not renewed. */
export const isVisible = signal(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible';
});
