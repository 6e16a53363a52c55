// Pages in pages: frames of the same and of another origin, frames in frames, and shadow roots, open and closed.
import { controlsOf, documentOf, type SitePage, staticPage } from './page.ts';

const inside = staticPage(
  '/inside',
  'Inside',
  `<h2>Inside the frame</h2><label>Cargo <input oninput="note('cargo', this.value)"></label>
<label>Quay <select onchange="note('quay', this.value)"><option>East</option><option>West</option></select></label>
<label><input type="checkbox" onchange="note('sealed', this.checked)"> Sealed</label>
<button onclick="note('clicks', (state.clicks ?? 0) + 1)">Load cargo</button><p>Forty crates of tea.</p>`,
  {
    controls: controlsOf('textbox Cargo', 'combobox Quay', 'checkbox Sealed', 'button Load cargo'),
    texts: ['Inside the frame', 'Forty crates of tea.'],
  },
);

/** A page around a frame, which lies far enough from the edges that a point in it is never one of the page's own. */
function framePage(path: string, title: string, source: (other: string) => string): SitePage {
  return {
    path,
    serve: other =>
      documentOf(
        title,
        `<h1>${title}</h1><button onclick="note('outer', true)">Outer button</button>
<div style="padding:40px 60px"><iframe title="Cargo" src="${source(other)}" width="500" height="320" style="border:7px solid #999"></iframe></div><p>Below the frame.</p>`,
      ),
    controls: [...controlsOf('button Outer button'), ...inside.controls],
    texts: [title, ...inside.texts, 'Below the frame.'],
  };
}

const shadow = `<h1>Shadows</h1><open-card></open-card><closed-card></closed-card><script>
const card = (name, mode) => customElements.define(name + '-card', class extends HTMLElement { constructor() { super();
  const root = this.attachShadow({ mode });
  root.innerHTML = '<p>In the ' + name + ' root.</p><label>Mark ' + name + ' <input></label><button>Sign ' + name + '</button>';
  root.querySelector('input').oninput = ({ target }) => note(name + 'Mark', target.value);
  root.querySelector('button').onclick = () => note(name + 'Signed', true); } });
card('open', 'open'); card('closed', 'closed');</script>`;

export const framePages: readonly SitePage[] = [
  inside,
  framePage('/frame-same', 'Frame of the same origin', () => '/inside'),
  framePage('/frame-cross', 'Frame of another origin', other => `${other}/inside`),
  framePage('/frame-nested', 'Frames in frames', other => `${other}/frame-middle`),
  {
    path: '/frame-middle',
    serve: other =>
      documentOf(
        'Middle',
        `<button onclick="note('middle', true)">Middle button</button><iframe title="Deep" src="${other}/inside" width="440" height="260"></iframe>`,
      ),
    controls: [...controlsOf('button Middle button'), ...inside.controls],
    texts: inside.texts,
  },
  staticPage('/shadow', 'Shadows', shadow, {
    controls: controlsOf('textbox Mark open', 'button Sign open', 'textbox Mark closed', 'button Sign closed'),
    texts: ['In the open root.', 'In the closed root.'],
  }),
];
