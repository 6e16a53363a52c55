// Pages on which what is to be used is not simply there: late, disabled, covered, moving, behind a header, or only under the pointer.
import { controlsOf, type SitePage, staticPage } from './page.ts';

/** How long the pages below take until what they show late is there, in ms. */
export const lateMs = 800;

const icons = `<style>.icon{display:inline-block;width:32px;height:32px;border:0;background:#246 radial-gradient(#fff 30%,transparent 31%)}</style>
<h1>Tools</h1>
<button class="icon" id="save" title="Save the chart" onclick="note('saved', true)"></button>
<button class="icon" onclick="note('sailed', true)"><svg width="16" height="16"><title>Set sail</title><circle cx="8" cy="8" r="6"/></svg></button>
<a class="icon" href="/article" aria-label="Read on"></a>
<button onclick="note('rung', true)"><img alt="Ring the bell" width="16" height="16"></button>
<div class="icon" id="anchor-icon" style="cursor:pointer"></div>
<span class="icon" id="lamp" data-action="lamp"></span>
<script>document.getElementById('anchor-icon').addEventListener('click', () => note('anchored', true));
document.getElementById('lamp').addEventListener('click', () => note('lit', true));</script>`;

export const movingPages: readonly SitePage[] = [
  staticPage(
    '/late',
    'Late',
    `<h1>Late</h1><div id="place"></div><button id="sleeper" disabled onclick="note('woken', true)">Sleeper</button>
<script>setTimeout(() => { document.getElementById('place').innerHTML = '<button id="late" onclick="note(\\'late\\', true)">Latecomer</button>';
document.getElementById('sleeper').disabled = false; note('ready', true); }, ${lateMs});</script>`,
    { controls: controlsOf('button Sleeper'), texts: ['Late'] },
  ),
  staticPage(
    '/disabled',
    'Disabled',
    `<h1>Closed</h1><button id="never" disabled onclick="note('used', true)">Never</button><fieldset disabled><label>Shut <input id="shut"></label></fieldset>`,
    { controls: controlsOf('button Never', 'textbox Shut'), texts: ['Closed'] },
  ),
  staticPage(
    '/covered',
    'Covered',
    `<h1>Covered</h1><div style="position:relative;width:300px;height:60px"><button id="under" style="position:absolute;inset:0" onclick="note('under', true)">Under the banner</button>
<div id="banner" role="dialog" aria-label="Cookies" style="position:absolute;inset:0;background:#fc6" onclick="note('banner', true)">Cookies?</div></div>
<button onclick="document.getElementById('banner').remove(); note('dismissed', true)">Dismiss</button>`,
    { controls: controlsOf('button Under the banner', 'button Dismiss'), texts: ['Covered', 'Cookies?'] },
  ),
  staticPage(
    '/moving',
    'Moving',
    `<style>#mover{position:absolute;top:120px;animation:sail ${lateMs}ms linear 1 forwards}@keyframes sail{from{left:0}to{left:500px}}</style>
<h1>Moving</h1><button id="mover" onclick="note('caught', true)">Catch me</button>`,
    { controls: controlsOf('button Catch me'), texts: ['Moving'] },
  ),
  staticPage(
    '/sticky',
    'Sticky header',
    `<header style="position:fixed;inset:0 0 auto 0;height:120px;background:#246;color:#fff;z-index:2"><button onclick="note('menu', true)">Menu</button></header>
<div style="height:1500px"></div><button id="low" onclick="note('low', true)">Below the header</button><div style="height:1500px"></div>
<script>addEventListener('load', () => scrollTo(0, 1510));</script>`,
    { controls: controlsOf('button Menu', 'button Below the header'), texts: [] },
  ),
  staticPage('/icons', 'Icons', icons, {
    controls: controlsOf('button Save the chart', 'button Set sail', 'link Read on', 'button Ring the bell'),
    texts: ['Tools'],
  }),
  staticPage(
    '/hover-menu',
    'Hover menu',
    `<style>#list{display:none;padding:0;margin:0}#bar:hover #list{display:block}</style><h1>Menu</h1>
<div id="bar" style="width:200px"><button aria-haspopup="true">Harbour</button><ul id="list"><li><a href="#moor" onclick="note('chosen', 'moor')">Moor</a></li><li><a href="#sail" onclick="note('chosen', 'sail')">Sail</a></li></ul></div>`,
    { controls: controlsOf('button Harbour'), texts: ['Menu'] },
  ),
];
