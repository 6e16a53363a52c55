// Archives that mean harm are refused by name, and nothing of them is written outside the folder that they were to go into.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { openBundleFile } from '../../../../../electron/core/servers/bundles/open-bundle.ts';
import { hostileArchives } from '../../../../support/bundles/hostile-archives.ts';
import { smallManifest } from '../../../../support/bundles/official-tool.ts';
import { writeZip } from '../../../../support/bundles/write-zip.ts';
import { createTempHome } from '../../../../support/temp-home.ts';

const { folder, remove } = createTempHome();
const inside = path.join(folder, 'inside');
mkdirSync(inside);
afterAll(() => remove());

const around = {
  machine: { platform: 'linux', homeDir: '/home/ada' },
  trust: { now: () => 0, roots: () => [] },
} as const;

/** Opens and unpacks it, as an install does. Answers with what was thrown. */
async function refusalOf(bytes: Uint8Array): Promise<{ readonly error: unknown; readonly wasOpened: boolean }> {
  const file = path.join(folder, 'bundle.mcpb');
  writeFileSync(file, bytes);
  let wasOpened = false;
  try {
    const { unpackInto, close } = await openBundleFile(file, around);
    wasOpened = true;
    await unpackInto(path.join(inside, 'unpacked')).finally(close);
    return { error: null, wasOpened };
  } catch (error) {
    return { error, wasOpened };
  }
}

describe('hostile archives', () => {
  it.each(hostileArchives)('$title is refused as $refusedBy', async ({ bytes, refusedBy, isSeenLate = false }) => {
    const { error, wasOpened } = await refusalOf(bytes);
    expect(error).toMatchObject({ code: 'ERR_INVALID_ARGUMENTS', reason: { kind: refusedBy } });
    expect(wasOpened).toBe(isSeenLate);
    expect(readdirSync(folder)).toEqual(['bundle.mcpb', 'inside']);
    expect(readdirSync(inside)).toEqual([]);
  });

  it('has at least thirty of them', () => {
    expect(hostileArchives.length).toBeGreaterThanOrEqual(30);
  });

  it('what nobody wrote as a bundle is refused, whatever it is, and writes nothing outside', async () => {
    const good = writeZip([
      { name: 'manifest.json', content: JSON.stringify(smallManifest) },
      { name: 'server/index.js', content: 'x'.repeat(200) },
    ]);
    const damaged = fc
      .array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 })
      .map(changes => {
        const bytes = Buffer.from(good);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      });
    const cut = fc.nat(good.length).map(length => good.subarray(0, length));
    const random = fc.uint8Array({ maxLength: 600 }).map(bytes => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, cut, random), async bytes => {
        const { error } = await refusalOf(bytes);
        expect(error === null || error instanceof HubError).toBe(true);
        expect(readdirSync(folder)).toEqual(['bundle.mcpb', 'inside']);
        if (error !== null) expect(readdirSync(inside)).toEqual([]);
        else rmSync(path.join(inside, 'unpacked'), { recursive: true });
      }),
      { numRuns: 300 },
    );
  });
});
