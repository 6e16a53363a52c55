// The catalogue in the desktop app, whose process is one of Electron's: it reads a source, is searched, and ends with the app.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { published } from '../support/catalogue/published.ts';
import { startRegistry } from '../support/catalogue/registry.ts';
import { askFrom, launchApp } from '../support/electron.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';

describeWith(['electron'], 'the catalogue in the desktop app', () => {
  test('a registry is read and searched by a process of Electron', async () => {
    const registry = await startRegistry();
    registry.publish(published('io.github.ana/weather'));
    const { window, home, close } = await launchApp();
    try {
      const source = { kind: 'registry', name: 'Ours', address: registry.address } as const;
      const { sourceId } = await askFrom(window, 'catalogue:add-source', source);
      await askFrom(window, 'catalogue:refresh', { sources: [sourceId] });
      const isRead = async () =>
        (await askFrom(window, 'state:get', {})).catalogueSources[sourceId]?.state.kind !== 'refreshing';
      await until(isRead, 'the source is read');
      const { rows } = await askFrom(window, 'catalogue:search', { query: 'weath' });
      expect(rows.map(({ name }) => name)).toEqual(['io.github.ana/weather']);
      const folder = path.join(home, 'catalogue');
      expect(fs.readdirSync(folder)).toContain('catalogue.db');
    } finally {
      await close();
      await registry.stop();
    }
  });
});
