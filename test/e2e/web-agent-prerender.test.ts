// A page that Chromium loads before anybody looks at it: it is answered once it is shown, and nobody hears of it before. To such pages Chromium comes only where no debugger is attached.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlayedPages } from '../support/played-pages.ts';
import { describeWith } from '../support/provided.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';
import { asks } from './web-agent-stories.ts';

let scene: PlainScene;
let pages: PlayedPages;
let goTo = '';
/** What the page says of itself, in order. */
const told: string[] = [];

const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
/** It goes on to the next page when the test says so. */
const waiting = (path: string) => `<script>
  const look = async () => {
    if ((await (await fetch('/go')).text()) === '${path}') location.assign('${path}');
    else setTimeout(look, 50);
  };
  look();
</script>`;
/** Chromium loads nothing ahead for a tab in the background, so that it is the first one. */
const front = `<!doctype html><title>Front</title>${waiting('/start')}`;
const start = `<!doctype html><title>Start</title><script type="speculationrules">${rules}</script>${waiting('/next')}`;
const next = `<!doctype html><title>Next</title><script>
  addEventListener('message', ({ data }) => data.response && fetch('/told-answered-' + document.prerendering));
  postMessage(${JSON.stringify(asks('early'))}, '*');
  setTimeout(() => fetch('/told-loaded-' + document.prerendering), 200);
</script>`;

const tells = (what: string) => ({
  [`/told-${what}`]: (response: { end(text: string): void }) => {
    told.push(what);
    response.end('');
  },
});

describeWith(['chromium'], 'A page that is loaded before it is shown', () => {
  beforeAll(async () => {
    scene = await openPlainScene({
      '/front': front,
      '/start': start,
      '/next': next,
      '/go': response => void response.end(goTo),
      ...tells('loaded-true'),
      ...tells('loaded-false'),
      ...tells('answered-true'),
      ...tells('answered-false'),
    });
    pages = new PlayedPages(scene.companion);
  });
  afterAll(() => scene?.close());

  test('asks the hub nothing, and is answered once it is shown.', async () => {
    goTo = '/start';
    await expect.poll(() => told).toEqual(['loaded-true']);
    expect(pages.opened).toEqual([]);
    goTo = '/next';
    await expect.poll(() => told).toEqual(['loaded-true', 'answered-false']);
    expect(pages.opened.map(({ opened }) => opened.url)).toEqual([`${scene.origin}/next`]);
  });
});
