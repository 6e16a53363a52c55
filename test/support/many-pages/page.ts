// What a page of the site of many pages is: how it is served, and the truth about it that tools are held to.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Something on a page that a person can use. `role` is its ARIA role, or empty where ARIA has none for it (a date, a colour). */
export interface Control {
  readonly role: string;
  readonly name: string;
}

export interface SitePage {
  /** `/article`; its address on either of the two origins. */
  readonly path: string;
  /** The whole document, with the site's other origin at hand; or what answers in place of one. */
  readonly serve: (other: string, request: IncomingMessage, response: ServerResponse) => string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Everything that can be used once the page has loaded, also in its frames and shadow roots. */
  readonly controls: readonly Control[];
  /** Text that a reader sees, in the order in which it is read. */
  readonly texts: readonly string[];
}

/**
 * A page whose state is what its function `facts()` answers with. `body` may hold scripts; the variable `state` is there for them, and
 * `facts()` answers with a copy of it. Frames send theirs to their parent, which keeps them below `state.frames` by title.
 */
export function documentOf(title: string, body: string, attributes = 'lang="en"'): string {
  return `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.4 sans-serif;margin:16px}label{display:block;margin:4px 0}</style>
<script>${stateScript}</script></head><body>${body}</body></html>`;
}

const stateScript = `
const state = { frames: {} };
const facts = () => JSON.parse(JSON.stringify(state));
const tell = () => parent !== window && parent.postMessage({ title: document.title, facts: facts() }, '*');
const note = (name, value) => { state[name] = value; tell(); };
addEventListener('message', ({ data }) => { if (data?.facts) { state.frames[data.title] = data.facts; tell(); } });
`;

/** A page without scripts of its own but those in `body`. */
export function staticPage(
  path: string,
  title: string,
  body: string,
  truth: { readonly controls?: readonly Control[]; readonly texts?: readonly string[] } = {},
): SitePage {
  const html = documentOf(title, body);
  return { path, serve: () => html, controls: truth.controls ?? [], texts: truth.texts ?? [] };
}

/** Controls from lines such as `button Save order`: the first word is the role, or `-` for none. */
export function controlsOf(...lines: readonly string[]): Control[] {
  return lines.map(line => {
    const [role = '', ...name] = line.split(' ');
    return { role: role === '-' ? '' : role, name: name.join(' ') };
  });
}
