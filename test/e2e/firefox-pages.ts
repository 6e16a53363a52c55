// Pages for what scripts do in Firefox in place of a hand: keys, clipboard, drags, the console, and policies that forbid scripts.
import type { Pages } from './decided-scene.ts';

const keys = `<title>Keys</title>
  <input id="line" aria-label="Line" value="one two three">
  <textarea id="note" aria-label="Note">first\nsecond\nthird</textarea>
  <div id="free" contenteditable aria-label="Free">alpha beta</div>
  <select id="port" aria-label="Port"><option>Oslo<option disabled>Closed<option>Bergen<option>Malmö</select>
  <input id="volume" aria-label="Volume" type="range" value="50" step="5">
  <input id="count" aria-label="Count" type="number" value="3">
  <input id="wind-n" aria-label="North" name="wind" type="radio" checked><input id="wind-s" aria-label="South" name="wind" type="radio">
  <input id="secret" aria-label="Secret" type="password" value="hush">
  <input id="short" aria-label="Short" maxlength="5">
  <button id="open" onclick="ask.showModal()">Open</button><button id="tell" popovertarget="tip">Tell</button>
  <dialog id="ask" oncancel="document.title = 'Cancelled'"><input aria-label="Answer"></dialog><div id="tip" popover>Tip</div>
  <p id="own" tabindex="0" aria-label="Own">own</p>
  <script>own.addEventListener('copy', event => { event.preventDefault(); event.clipboardData.setData('text/plain', 'of the page'); });
    own.addEventListener('paste', event => { own.textContent = event.clipboardData.getData('text/plain'); event.preventDefault(); });</script>`;

const typing = `<title>Typing</title><h1>Search</h1><form action="/found"><input id="what" aria-label="What" name="what"><input id="where" aria-label="Where" name="where"><button>Go</button></form>
  <textarea id="note" aria-label="Note"></textarea><div id="free" contenteditable aria-label="Free" style="height:80px"></div>
  <textarea id="chat" aria-label="Chat"></textarea><p id="sent"></p>
  <script>chat.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); sent.textContent += '<' + chat.value + '>'; chat.value = ''; } });</script>`;

const hold = (name: string) => `<div id="hold" style="width:150px;height:90px;background:silver">${name}</div>
  <script>hold.addEventListener('dragover', event => event.preventDefault());
    hold.addEventListener('drop', event => { event.preventDefault(); hold.textContent = 'Holds ' + event.dataTransfer.getData('text/plain') + ' ' + [...event.dataTransfer.files].map(file => file.name); });</script>`;

const drags = (bank: string) => `<title>Drags</title>
  <div id="crate" draggable="true" style="width:90px;height:40px;background:tan">Crate</div>
  <div id="wall" style="width:90px;height:40px">Wall</div>${hold('Empty')}
  <input id="slider" aria-label="Slider" type="range" style="width:200px" value="0">
  <p id="words" style="font:20px monospace;margin:0;width:300px">0123456789</p>
  <iframe title="Ship" src="${bank}/ship" width="300" height="150"></iframe>
  <script>const heard = [];
    for (const type of ['pointerdown', 'mousedown', 'dragstart', 'dragenter', 'dragleave', 'drop', 'dragend', 'mouseup'])
      addEventListener(type, event => heard.push(type === 'dragend' ? type + ' ' + event.dataTransfer.dropEffect : type), true);
    crate.addEventListener('dragstart', event => event.dataTransfer.setData('text/plain', 'tea'));</script>`;

const consoles = (bank: string) => `<title>Consoles</title>
  <script>console.log('early', { a: 1, b: { c: 2 }, get d() { throw new Error('asked') } }, [1, 'two'], document.documentElement);
    console.warn('a warning'); console.assert(true, 'unseen'); console.assert(false, 'an assertion');
    const looks = String(console.log);</script>
  <iframe title="Bank" src="${bank}/teller"></iframe>
  <script>Promise.reject(new TypeError('nobody caught this')); console.error(new RangeError('told')); missing();</script>`;

const clicks = `<title>Clicks</title><p id="words" style="width:max-content;margin:0">the middle one</p>
  <input id="line" aria-label="Line" value="all of it"><script>const heard = [];
    for (const type of ['dblclick', 'contextmenu']) addEventListener(type, event => { event.preventDefault(); if (event.target.id === 'words') heard.push(type); });</script>`;

const closed = `<title>Closed</title><meta http-equiv="content-security-policy" content="script-src 'none'"><h1 id="head">Closed</h1>`;
const open = '<title>Open</title><h1>Open</h1>';

export const firefoxShop: Pages = (_, bank) => ({
  '/keys': keys,
  '/clicks': clicks,
  '/typing': typing,
  '/found': '<title>Found</title><input autofocus aria-label="Again" id="again">',
  '/drags': drags(bank),
  '/consoles': consoles(bank),
  '/closed': closed,
  '/open': open,
});

export const firefoxBank: Pages = () => ({
  '/ship': hold('Ship'),
  '/teller': `<title>Teller</title><script>console.log('of the teller')</script>`,
  '/paste': `<title>Paste</title><input id="line" aria-label="Line">`,
});
