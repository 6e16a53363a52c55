// The same facts on both sides of a wall: ids and sizes that the relay cannot import.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionIds } from '../../../../contract/names.ts';
import { maxHubFrameBytes as contractFrameBytes } from '../../../../contract/schemas/endpoint.ts';
import { companionIds } from '../../../../native-host/relay/companion-ids.ts';
import { maxHubFrameBytes } from '../../../../native-host/relay/hub-connection.ts';

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../../resources/extension', name), 'utf8'));
}

test("the relay, the contract and the extension's folder name the same extension", () => {
  expect([companionIds, read('ids.json')]).toEqual([extensionIds, extensionIds]);
});

test('the Chromium id is the one that the manifest key gives', () => {
  const { key } = read('manifest.chromium.json') as { key: string };
  const digits = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  const id = [...digits].map(digit => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  expect(id).toBe(companionIds.chromium);
});

test('the Firefox id is the one in the Firefox manifest', () => {
  expect(read('manifest.firefox.json')).toMatchObject({
    browser_specific_settings: { gecko: { id: companionIds.firefox } },
  });
});

test('both ends of the hub endpoint have the same cap', () => {
  expect(maxHubFrameBytes).toBe(contractFrameBytes);
});
