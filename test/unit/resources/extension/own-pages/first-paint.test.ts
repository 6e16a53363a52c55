// Pages of the companion are dark or light as the system is before anything of them is drawn.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = 'resources/extension';
const pages = fs
  .readdirSync(folder)
  .filter(name => name.endsWith('.html'))
  .map(name => ({ name, html: fs.readFileSync(path.join(folder, name), 'utf8') }));

test('Each page in the colours of the panel chooses its theme in its head, where a browser waits for it.', () => {
  const painted = pages.filter(({ html }) => html.includes('own-pages/tokens.css'));
  expect(painted.length).toBeGreaterThan(5);
  const choosing = /<script src="own-pages\/paint-theme\.js"><\/script>[^]*<\/head>/;
  expect(painted.filter(({ html }) => !choosing.test(html)).map(({ name }) => name)).toEqual([]);
});
