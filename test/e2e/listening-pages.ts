// Pages on which much acts only because scripts listen to clicks on it.
const listen = (...ids: readonly string[]) =>
  ids
    .map(
      id =>
        `document.getElementById('${id}').addEventListener('click', event => { document.title = '${id}'; event.stopPropagation(); });`,
    )
    .join('');

export const listening = (
  other: string,
) => `<title>Listening</title><div id="root"><div id="word">Expand</div><div id="property">By property</div>
  <span id="lamp" style="display:inline-block;width:30px;height:30px"></span><div id="moved">Only moves</div>
  <button id="button">Save <span id="ripple">now</span></button><div id="card">A card <button id="like">Like</button></div>
  <div id="list"><button>One</button><button>Two</button><button>Three</button><button>Four</button></div>
  <div id="hidden" style="display:none">Hidden</div><x-open></x-open><x-closed></x-closed></div>
  <iframe title="Near" src="/inner?near"></iframe><iframe title="Far" src="${other}/inner?far"></iframe><script>
    ${listen('word', 'lamp', 'ripple', 'card', 'list', 'hidden', 'root')}
    property.onclick = event => { document.title = 'property'; event.stopPropagation(); };
    moved.addEventListener('mousemove', () => {});
    for (const mode of ['open', 'closed']) customElements.define('x-' + mode, class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode });
      root.innerHTML = '<div>In the ' + mode + ' root</div>';
      root.firstChild.addEventListener('pointerdown', () => { document.title = mode; });
      root.firstChild.addEventListener('click', event => event.stopPropagation()); } });
    document.body.addEventListener('click', () => {});
  </script>`;
export const listeningInner = `<title>Inner</title><div id="inner">Inside</div><script>document.getElementById('inner').textContent += location.search;${listen('inner')}</script>`;
export const manyListening = `<title>Many</title><body><script>
  for (let at = 1; at <= 1200; at += 1) {
    const row = Object.assign(document.createElement('div'), { textContent: 'Row ' + at });
    row.addEventListener('mousedown', () => { document.title = row.textContent; });
    document.body.append(row);
  }</script>`;
export const changing = `<title>Changing</title><div id="on">Turn on</div><div id="once">Only once</div><script>
  document.getElementById('once').addEventListener('click', event => { event.target.append('!'); }, { once: true });
  document.getElementById('on').addEventListener('click', () => {
    const off = Object.assign(document.createElement('div'), { textContent: 'Turn off' });
    off.onclick = () => { document.title = 'off'; };
    document.body.append(off);
  });</script>`;
export const signs = `<title>Signs</title><p>Bread <span id="less">-</span> <b>1</b> <span id="more">+</span></p>
  <div id="screen"><div>Welcome</div><div>user$</div></div><script>${listen('less', 'more', 'screen')}</script>`;
/** Of one process; what listens in the first of them stops to do so when it is clicked. */
export const severalFrames = ['a', 'b', 'c']
  .map(name => `<iframe title="${name}" src="/inner?${name}"></iframe>`)
  .concat('<title>Several</title><iframe title="last" src="/last"></iframe>')
  .join('');
export const lastListener = `<title>Last</title><div id="last">Last</div><script>
  document.getElementById('last').addEventListener('click', event => { event.target.append('!'); }, { once: true });</script>`;
