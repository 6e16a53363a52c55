// Pages that do something that no tool may hang on: dialogs, tabs of their own, downloads, redirects, slow answers, closed doors.
import { setTimeout as sleep } from 'node:timers/promises';
import { controlsOf, documentOf, type SitePage, staticPage } from './page.ts';

/** How long `/slow` takes for its second half, in ms. */
export const slowMs = 700;

const dialogs = `<h1>Dialogs</h1>
<button onclick="alert('The tide is out.'); note('alerted', true)">Alert</button>
<button onclick="note('confirmed', confirm('Cast off?'))">Confirm</button>
<button onclick="note('named', prompt('Name of the ship?', 'Nameless'))">Prompt</button>
<button onclick="setTimeout(() => { alert('Late news.'); note('late', true); }, 300)">Alert later</button>
<button onclick="print(); note('printed', true)">Print</button>
<button onclick="document.getElementById('paper').click()">Choose a file</button><input id="paper" type="file" hidden onchange="note('paper', this.files[0].name)">
<button onclick="navigator.geolocation.getCurrentPosition(() => note('place', 'given'), () => note('place', 'refused')); note('asked', true)">Where am I</button>`;

export const surprisePages: readonly SitePage[] = [
  staticPage('/dialogs', 'Dialogs', dialogs, {
    controls: controlsOf(
      ...['button Alert', 'button Confirm', 'button Prompt', 'button Alert later'],
      ...['button Print', 'button Choose a file', 'button Where am I'],
    ),
    texts: ['Dialogs'],
  }),
  staticPage(
    '/leaving',
    'Leaving',
    `<h1>Unsaved</h1><label>Draft <input oninput="note('draft', this.value)"></label><a href="/article">Leave</a>
<script>addEventListener('beforeunload', event => { if (state.draft) event.preventDefault(); });</script>`,
    { controls: controlsOf('textbox Draft', 'link Leave'), texts: ['Unsaved'] },
  ),
  staticPage(
    '/opens',
    'Opens tabs',
    `<h1>Opens</h1><a href="/article?blank" target="_blank">Read in a new tab</a>
<button onclick="note('opened', Boolean(window.open('/journey?opened')))">Open a window</button>
<button onclick="note('small', Boolean(window.open('/states?popup', 'small', 'width=400,height=300')))">Open a small window</button>`,
    {
      controls: controlsOf('link Read in a new tab', 'button Open a window', 'button Open a small window'),
      texts: ['Opens'],
    },
  ),
  staticPage(
    '/downloads',
    'Downloads',
    '<h1>Papers</h1><a href="/manifest.csv" download>Manifest</a> <a href="/attachment">Attachment</a>',
    { controls: controlsOf('link Manifest', 'link Attachment'), texts: ['Papers'] },
  ),
  attachment('/manifest.csv'),
  attachment('/attachment'),
  redirect('/redirect', 302, '/redirect-again'),
  redirect('/redirect-again', 307, '/article'),
  {
    path: '/slow',
    serve: (_other, _request, response) => {
      response.write(documentOf('Slow', '<h1>First half</h1>').replace('</body></html>', ''));
      void sleep(slowMs).then(() =>
        response.end('<p>Second half.</p><button onclick="note(\'used\', true)">At last</button></body></html>'),
      );
      return undefined;
    },
    controls: controlsOf('button At last'),
    texts: ['First half', 'Second half.'],
  },
  {
    path: '/locked',
    serve: (_other, request, response) => {
      if (request.headers.authorization) return documentOf('Unlocked', '<h1>Unlocked</h1>');
      response.statusCode = 401;
      response.setHeader('www-authenticate', 'Basic realm="Harbour office"');
      return documentOf('Locked', '<h1>Locked</h1>');
    },
    controls: [],
    texts: [],
  },
];

function attachment(path: string): SitePage {
  return {
    path,
    serve: () => 'ship,cargo\nAurora,tea\n',
    headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="manifest.csv"' },
    controls: [],
    texts: [],
  };
}

function redirect(path: string, status: number, location: string): SitePage {
  return {
    path,
    serve: (_other, request, response) => {
      // What stands behind the address goes along, so that the tab can be told by it.
      const { search } = new URL(request.url ?? '/', 'http://site');
      response.writeHead(status, { location: location + search });
      return '';
    },
    controls: [],
    texts: [],
  };
}
