// The extension has one id each for Chromium and Firefox, wherever they are written down.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../resources/extension', name), 'utf8'));
}

test('the Chromium id is the one that the manifest key gives', () => {
  const { key } = read('manifest.chromium.json') as { key: string };
  const digits = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  const id = [...digits].map(digit => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  expect(id).toBe(extensionIds.chromium);
});

test('the Firefox id is the one in the Firefox manifest', () => {
  expect(read('manifest.firefox.json')).toMatchObject({
    browser_specific_settings: { gecko: { id: extensionIds.firefox } },
  });
});
