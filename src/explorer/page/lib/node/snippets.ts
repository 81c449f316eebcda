import type { Port } from './rpc.ts';
import { shellWord } from './shell.ts';

type Snippet = { readonly name: string; readonly text: string };

/** The same call in the tools people use. */
export function snippets(port: Port, url: string, method: string, params: readonly unknown[]): readonly Snippet[] {
  const list = JSON.stringify(params);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const curl = `curl -s ${shellWord(url)} -H 'content-type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
  if (port === 'svm') {
    const kit = [
      "import { createSolanaRpc } from '@solana/kit';",
      '',
      `const rpc = createSolanaRpc(${quoted(url)});`,
      `console.log(await rpc.${method}(${params.map((param) => JSON.stringify(param)).join(', ')}).send());`,
    ];
    return [
      { name: 'curl', text: curl },
      { name: '@solana/kit', text: kit.join('\n') },
    ];
  }
  const ethers = [
    "import { JsonRpcProvider } from 'ethers';",
    '',
    `const provider = new JsonRpcProvider(${quoted(url)});`,
    `console.log(await provider.send(${quoted(method)}, ${list}));`,
  ];
  const viem = [
    "import { createClient, http } from 'viem';",
    '',
    `const client = createClient({ transport: http(${quoted(url)}) });`,
    `console.log(await client.request({ method: ${quoted(method)}, params: ${list} }));`,
  ];
  const web3 = [
    "import { Web3 } from 'web3';",
    '',
    `const web3 = new Web3(${quoted(url)});`,
    `console.log(await web3.provider.request({ jsonrpc: '2.0', id: 1, method: ${quoted(method)}, params: ${list} }));`,
  ];
  return [
    { name: 'curl', text: curl },
    { name: 'ethers', text: ethers.join('\n') },
    { name: 'viem', text: viem.join('\n') },
    { name: 'web3.js', text: web3.join('\n') },
  ];
}

/** Text as JavaScript: neither an address nor a method, which another node may name, ends it early. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
