// Pages that want more than a click: dragging by both kinds of events, sorting, keys alone, suggestions, a canvas.
import { controlsOf, type SitePage, staticPage } from './page.ts';

const box = 'width:120px;height:80px;border:2px solid;display:inline-block;margin:8px';

const sortable = `<h1>Order</h1><ul id="stack" style="list-style:none;padding:0;width:240px;touch-action:none">${[
  'Red',
  'Green',
  'Blue',
]
  .map(
    name =>
      `<li id="${name.toLowerCase()}" style="height:40px;border:1px solid;user-select:none;cursor:grab">${name}</li>`,
  )
  .join('')}</ul><script>
let held = null;
stack.addEventListener('pointerdown', ({ target }) => { held = target.closest('li'); });
addEventListener('pointermove', ({ clientY }) => { if (!held) return;
  const over = [...stack.children].find(item => item !== held && clientY > item.getBoundingClientRect().top && clientY < item.getBoundingClientRect().bottom);
  if (over) { const { top, height } = over.getBoundingClientRect(); stack.insertBefore(held, clientY > top + height / 2 ? over.nextSibling : over); } });
addEventListener('pointerup', () => { held = null; note('order', [...stack.children].map(item => item.textContent)); });</script>`;

const keysOnly = `<h1>Keys</h1><div role="menu" aria-label="Ship" tabindex="0" id="menu" style="width:200px;border:1px solid">${[
  'Sails',
  'Engine',
  'Anchor',
]
  .map(name => `<div role="menuitem" style="pointer-events:none">${name}</div>`)
  .join('')}</div><script>
let at = -1; const items = [...menu.children];
menu.addEventListener('keydown', event => { if (event.key === 'ArrowDown') at = Math.min(items.length - 1, at + 1); if (event.key === 'ArrowUp') at = Math.max(0, at - 1);
  if (event.key === 'Escape') note('closed', true); if (event.key === 'Enter') note('chosen', items[at]?.textContent);
  items.forEach((item, index) => item.style.background = index === at ? '#9bd' : ''); if (/Arrow/.test(event.key)) event.preventDefault(); });</script>`;

const suggestions = `<h1>Port</h1><label>Port <input id="port" role="combobox" aria-expanded="false" aria-controls="found" autocomplete="off"></label>
<ul id="found" role="listbox" aria-label="Ports"></ul><script>
const ports = ['Aarhus', 'Aberdeen', 'Bergen', 'Bremen', 'Oslo'];
port.addEventListener('input', () => setTimeout(() => { found.innerHTML = ''; const hits = port.value ? ports.filter(name => name.toLowerCase().startsWith(port.value.toLowerCase())) : [];
  for (const name of hits) { const item = document.createElement('li'); item.role = 'option'; item.textContent = name;
    item.onmousedown = event => { event.preventDefault(); port.value = name; found.innerHTML = ''; note('port', name); }; found.append(item); } port.setAttribute('aria-expanded', hits.length > 0); }, 100));</script>`;

export const skillPages: readonly SitePage[] = [
  staticPage(
    '/drag',
    'Drag and drop',
    `<h1>Hold</h1><div id="crate" draggable="true" style="${box};background:#fc6" ondragstart="event.dataTransfer.setData('text/plain', 'crate')">Crate</div>
<div id="hold" style="${box}" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.append(crate); note('dropped', event.dataTransfer.getData('text/plain'))">Hold</div>`,
    { texts: ['Crate'] },
  ),
  staticPage('/sortable', 'Sortable list', sortable, { texts: ['Red', 'Green', 'Blue'] }),
  staticPage('/keys', 'Keys alone', keysOnly, {
    controls: controlsOf('menuitem Sails', 'menuitem Engine', 'menuitem Anchor'),
    texts: ['Keys'],
  }),
  staticPage('/suggestions', 'Suggestions', suggestions, { controls: controlsOf('combobox Port'), texts: ['Port'] }),
  staticPage(
    '/canvas',
    'Canvas',
    `<h1>Chart</h1><canvas id="chart" width="300" height="200" style="border:1px solid"></canvas><script>
const pen = chart.getContext('2d'); pen.fillStyle = '#c00'; pen.fillRect(200, 120, 40, 40);
chart.addEventListener('click', ({ offsetX: x, offsetY: y }) => note('hit', x >= 200 && x < 240 && y >= 120 && y < 160));</script>`,
    { texts: ['Chart'] },
  ),
];
