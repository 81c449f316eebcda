import type { ComponentChildren } from 'preact';

type CardProps = {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  /** whether the content brings its own margins */
  readonly bare?: boolean;
};

/** A section with a title. `bare`: without padding around the children, as for tables. */
export function Card({ title, aside, children, bare = true }: CardProps) {
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {bare ? children : <div class="body">{children}</div>}
    </section>
  );
}

/** Values by what they are called. */
export type FactList = Readonly<Record<string, ComponentChildren>>;

/** Names and values, one below the other. Entries without a value (undefined, null, false) are left out. */
export function Facts({ entries }: { readonly entries: FactList }) {
  return (
    <dl class="facts">
      {Object.entries(entries)
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}

type Tab = { readonly id: string; readonly title: string };
type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

/** Arrow keys move between tabs, as the ARIA pattern describes. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
