import { render } from 'preact';
import { App } from './app.tsx';
import { loadLabels } from './lib/accounts/labels.ts';
import { readChain } from './lib/node/chain.ts';
import { followHead } from './lib/node/head.ts';
import { followLinks } from './lib/site/router.ts';
import './styles/colours.css';
import './styles/base.css';
import './styles/tables.css';
import './styles/forms.css';
import './styles/frame.css';
import './styles/cards.css';
import './styles/parts.css';
import './styles/values.css';
import './styles/pages.css';

followLinks();
readChain();
followHead();
loadLabels().catch(() => {}); // accounts are shown without names

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
