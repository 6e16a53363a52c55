// Large pages: many nodes, many rows, a shop as shops are, and a list that grows while it is scrolled.
import { controlsOf, type SitePage, staticPage } from './page.ts';

export const rowCount = 1_000;
export const nodeCount = 10_000;

const goods = ['Lamp', 'Anchor', 'Rope', 'Compass', 'Bell', 'Chart'];
const wares = Array.from({ length: 48 }, (_, index) => `${goods[index % goods.length]} ${index + 1}`);

const shop = `<header><a href="/shop">Ship shop</a> <form role="search" onsubmit="event.preventDefault()"><input type="search" aria-label="Search the shop"><button>Search</button></form>
<nav>${['New', 'Sails', 'Lights', 'Books', 'Sale'].map(it => `<a href="/shop?${it}">${it}</a>`).join(' ')}</nav></header>
<main><h1>Everything for ships</h1><ul style="display:grid;grid-template-columns:repeat(4,1fr);gap:12px;padding:0;list-style:none">${wares
  .map(
    (ware, index) =>
      `<li style="border:1px solid #ccc;padding:8px"><div style="height:60px;background:linear-gradient(${index * 7}deg,#246,#9bd)"></div><a href="/ware/${index + 1}"><h3>${ware}</h3></a><p>Solid work, made to last at sea.</p><b>${(index + 1) * 3}.50 €</b> <button onclick="note('basket', (state.basket ?? 0) + 1)">Add ${ware} to the basket</button></li>`,
  )
  .join('')}</ul></main><footer><a href="/terms">Terms</a> <a href="/contact">Contact</a></footer>`;

const rows = Array.from({ length: rowCount }, (_, index) => index + 1);

/** Nodes in groups of ten below sections: 10,000 elements in all, of which one in ten is a button. */
const nodes = Array.from(
  { length: nodeCount / 10 },
  (_, index) =>
    `<div><p><span>Group ${index + 1}</span> <i>of</i> <b>many</b></p><p><em>More</em> <u>of</u> <s>it</s></p><button onclick="note('used', ${index + 1})">Use ${index + 1}</button></div>`,
).join('');

export const bigPages: readonly SitePage[] = [
  staticPage('/shop', 'Shop', shop, {
    controls: [
      ...controlsOf('link Ship shop', 'searchbox Search the shop', 'button Search', 'link Terms', 'link Contact'),
      ...controlsOf('link New', 'link Sails', 'link Lights', 'link Books', 'link Sale'),
      ...wares.flatMap(ware => controlsOf(`link ${ware}`, `button Add ${ware} to the basket`)),
    ],
    texts: ['Everything for ships', ...wares],
  }),
  staticPage(
    '/rows',
    'Rows',
    `<h1>Berths</h1><table><thead><tr><th>Berth</th><th>Ship</th><th></th></tr></thead><tbody>${rows
      .map(
        row =>
          `<tr><td>B${row}</td><td>Ship ${row}</td><td><button onclick="note('edited', ${row})">Edit ${row}</button> <button onclick="note('freed', ${row})">Free ${row}</button></td></tr>`,
      )
      .join('')}</tbody></table>`,
    { controls: rows.flatMap(row => controlsOf(`button Edit ${row}`, `button Free ${row}`)), texts: ['Berths'] },
  ),
  staticPage('/nodes', 'Nodes', `<main>${nodes}</main>`, {
    controls: Array.from({ length: nodeCount / 10 }, (_, index) => ({ role: 'button', name: `Use ${index + 1}` })),
    texts: [],
  }),
  staticPage(
    '/endless',
    'Endless',
    `<h1>Log book</h1><ol id="log"></ol><script>
const add = () => { for (let count = 0; count < 20; count += 1) { const at = log.children.length + 1;
  log.insertAdjacentHTML('beforeend', '<li style="height:60px">Entry ' + at + ' <button onclick="note(\\'signed\\', ' + at + ')">Sign ' + at + '</button></li>'); } note('entries', log.children.length); };
add(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 200 && log.children.length < 200) add(); });</script>`,
    { controls: controlsOf(...rows.slice(0, 20).map(row => `button Sign ${row}`)), texts: ['Log book', 'Entry 20'] },
  ),
];
