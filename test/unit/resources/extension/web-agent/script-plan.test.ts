// Which scripts are registered for which pages: of browsers that know ports in patterns, and of Firefox, which does not.

import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { pageFlags } from '../../../../../contract/web-agent.ts';
import { differences } from '../../../../../resources/extension/web-agent/page-scripts.ts';
import { planScripts } from '../../../../../resources/extension/web-agent/script-plan.ts';
import { repositoryRoot } from '../../../../support/provided.ts';
import type { ChangedFlags, CompanionSites } from '../../../../../contract/schemas/web-agent.ts';

const chromium = { files: true, ports: true };
const firefox = { files: false, ports: false };
const api = 'web-agent/page-api.js';
const everywhere: CompanionSites = { on: true, files: false, flags: pageFlags, sites: [] };
const site = (origin: string, flags: ChangedFlags | 'blocked') => ({
  origin,
  blocked: flags === 'blocked',
  flags: flags === 'blocked' ? {} : flags,
});
const byName = (sites: CompanionSites, browser = chromium) =>
  Object.fromEntries(planScripts(sites, browser).map(({ id, ...script }) => [id.slice('web-agent '.length), script]));

describe('The scripts of the Web Agent API', () => {
  test('are one for all pages, in their own world.', () => {
    const matches = ['http://*/*', 'https://*/*'];
    expect(byName(everywhere)).toEqual({ page: { matches, excludeMatches: [], js: [api] } });
  });

  test('are none where it is switched off.', () => {
    expect(planScripts({ ...everywhere, on: false }, chromium)).toEqual([]);
  });

  test('are in files where the user and the browser let them.', () => {
    const files = { ...everywhere, files: true };
    expect(byName(files).page?.matches).toContain('file:///*');
    expect(byName(files, firefox).page?.matches).not.toContain('file:///*');
    expect(byName({ ...files, sites: [site('file://', 'blocked')] }).page?.excludeMatches).toEqual(['file:///*']);
    expect(byName(everywhere).page?.matches).not.toContain('file:///*');
  });

  test('have files for flags that differ from the defaults, and for no others.', () => {
    const flags = { ...pageFlags, toolCalling: true, textGeneration: false };
    expect(byName({ ...everywhere, flags }).page?.js).toEqual([
      'web-agent/flags/textGeneration-off.js',
      'web-agent/flags/toolCalling-on.js',
      api,
    ]);
  });

  test('of origins with flags of their own stand by themselves, one for those with the same.', () => {
    const own = [
      site('https://one.example', { toolCalling: true }),
      site('http://two.example:8080', { toolCalling: true }),
      site('https://three.example', { toolCalling: false }),
      site('https://four.example', { multiAgent: true, textGeneration: true }),
    ];
    const planned = byName({ ...everywhere, sites: own });
    const one = ['http://two.example:8080/*', 'https://one.example:443/*'];
    expect(planned['page toolCalling-on']).toMatchObject({
      matches: one,
      js: ['web-agent/flags/toolCalling-on.js', api],
    });
    expect(planned['page multiAgent-on']).toMatchObject({ matches: ['https://four.example:443/*'] });
    expect(planned.page?.excludeMatches).toEqual([...one, 'https://four.example:443/*'].toSorted());
  });

  test('that an origin has by default come back where all others have more.', () => {
    const flags = { ...pageFlags, toolCalling: true };
    const planned = byName({ ...everywhere, flags, sites: [site('https://one.example', { toolCalling: false })] });
    expect(planned['page defaults']).toMatchObject({ matches: ['https://one.example:443/*'], js: [api] });
  });

  test('are not in blocked origins, by their port.', () => {
    const planned = byName({
      ...everywhere,
      sites: [site('http://localhost:3000', 'blocked'), site('https://[::1]', 'blocked')],
    });
    const blocked = ['http://localhost:3000/*', 'https://[::1]:443/*'];
    expect(planned.page?.excludeMatches).toEqual(blocked);
    expect(Object.keys(planned)).toEqual(['page']);
  });

  test('are registered all the same where one origin makes no pattern.', () => {
    const planned = byName({
      ...everywhere,
      sites: [site('https://a*b.example', 'blocked'), site('https://x.example', 'blocked')],
    });
    expect(planned.page?.excludeMatches).toEqual(['https://x.example:443/*']);
  });
});

describe('In Firefox', () => {
  const sites = [
    site('http://localhost:3000', 'blocked'),
    site('http://localhost', { toolCalling: true }),
    site('http://other.example:3000', 'blocked'),
  ];
  const flags = { ...pageFlags, multiAgent: true };
  const planned = byName({ ...everywhere, flags, sites }, firefox);

  test('a host with rules has a script of its own for all its ports.', () => {
    expect(planned.page?.excludeMatches).toEqual(['http://localhost/*', 'http://other.example/*']);
    expect(Object.keys(planned)).toEqual([
      'page',
      'page 80:toolCalling-on multiAgent-on 3000:blocked',
      'page 3000:blocked',
    ]);
  });

  test.each([
    ['http://localhost:3000/', { blocked: true }],
    ['http://localhost/', { multiAgent: true, toolCalling: true }],
    ['http://localhost:8080/', { multiAgent: true }],
    ['http://other.example:3000/x', { blocked: true }],
    ['http://other.example/', { multiAgent: true }],
  ])('a page of %s finds %j before its first script.', async (url, found) => {
    const { hostname } = new URL(url);
    const scripts = Object.values(planned).find(({ matches }) => matches.includes(`http://${hostname}/*`));
    expect(await leftBy(scripts!.js, url)).toEqual(found);
  });
});

/** What those files leave for the page script. */
async function leftBy(files: readonly string[], url: string): Promise<unknown> {
  const page: Record<symbol, unknown> = {};
  const globals = { window: page, location: new URL(url), Symbol };
  expect(files.at(-1)).toBe(api);
  for (const file of files.slice(0, -1)) runInNewContext(await builtText(file), globals);
  const entry = Symbol.for('web-agent.flags');
  expect(Object.getOwnPropertySymbols(page).filter(symbol => symbol !== entry)).toEqual([]);
  return JSON.parse(JSON.stringify(page[entry]));
}

const built = new Map<string, string>();

async function builtText(file: string): Promise<string> {
  const flag = /flags\/(\w+)-(on|off)\.js$/.exec(file);
  if (flag) return `(window[Symbol.for('web-agent.flags')] ??= {}).${flag[1]} = ${flag[2] === 'on'};`;
  const known = built.get(file);
  if (known !== undefined) return known;
  const entry = join(repositoryRoot, 'resources/extension', file.replace(/\.js$/, '.ts'));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false });
  built.set(file, outputFiles[0]!.text);
  return outputFiles[0]!.text;
}

describe('What is registered', () => {
  const planned = planScripts({ ...everywhere, sites: [site('https://one.example', { toolCalling: true })] }, chromium);
  /** As browsers give it back: in an order of their own, without what is empty. */
  const there = planned.map(({ id, matches, excludeMatches, js }) => ({
    ...{
      id,
      world: 'MAIN' as const,
      js: [...js],
      matches: matches.toReversed(),
      allFrames: false,
      matchOriginAsFallback: false,
    },
    ...(excludeMatches.length > 0 && { excludeMatches: excludeMatches.toReversed() }),
    ...{ runAt: 'document_start' as const, persistAcrossSessions: true },
  }));

  test('as planned is left alone.', () => {
    expect(differences(planned, there)).toEqual({ added: [], changed: [], gone: [] });
  });

  test('is added, changed and taken away one by one.', () => {
    const now = planScripts({ ...everywhere, sites: [site('https://two.example', { multiAgent: true })] }, chromium);
    const { added, changed, gone } = differences(now, there);
    expect([added, changed].map(scripts => scripts.map(({ id }) => id))).toEqual([
      ['web-agent page multiAgent-on'],
      ['web-agent page'],
    ]);
    expect(gone).toEqual(['web-agent page toolCalling-on']);
  });

  test('by nobody yet is added.', () => {
    expect(differences(planned, []).added).toEqual(planned);
  });
});
