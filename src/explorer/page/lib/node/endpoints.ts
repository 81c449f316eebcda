/** Where the interfaces are, as the server of the page wrote it into the page; null for one that is off. */
export type Endpoints = { readonly rpc: string | null; readonly ws: string | null; readonly svm: string | null };

function readEndpoints(): Endpoints {
  const text = document.querySelector('meta[name="qord-endpoints"]')?.getAttribute('content') ?? '';
  try {
    return JSON.parse(text) as Endpoints; // written by our own server
  } catch {
    return { rpc: null, ws: null, svm: null };
  }
}

export const endpoints: Endpoints = readEndpoints();

/** `?rpc=…&ws=…&svm=…` of the page: kept on every link, so that a reload connects to the same node. */
export const chosenQuery: ReadonlyMap<string, string> = new Map(
  ['rpc', 'ws', 'svm'].flatMap((name) => {
    const value = new URLSearchParams(window.location.search).get(name);
    return value === null ? [] : [[name, value] as const];
  }),
);

/** Whether the page shows another node than the one that serves it. */
export const isOtherNode = chosenQuery.has('rpc');
