import { Component, type ComponentChildren } from 'preact';
import { Problem } from './states.tsx';

type Props = { readonly children?: ComponentChildren };
type State = { readonly error?: Error };

/** Shows in its place that a page failed, and leaves the rest of the explorer alone; another page needs another key. */
export class Caught extends Component<Props, State> {
  override state: State = {};

  static override getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render({ children }: Props, { error }: State) {
    if (error === undefined) return children;
    return (
      <div class="stack">
        <Problem
          error={
            new Error(
              `This page cannot be shown: the node may have answered something else than asked (${error.message}).`,
            )
          }
        />
        <span>
          <button type="button" onClick={() => window.location.reload()}>
            Try again
          </button>
        </span>
      </div>
    );
  }
}

/** Leaves out what fails around a page, so that the page stays. */
export class LeftOut extends Component<Props, State> {
  override state: State = {};

  static override getDerivedStateFromError(error: unknown): State {
    return Caught.getDerivedStateFromError(error);
  }

  override render({ children }: Props, { error }: State) {
    return error === undefined ? children : null;
  }
}
