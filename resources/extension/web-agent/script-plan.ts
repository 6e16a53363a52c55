// Which scripts are registered for which pages, to run in the world of their own scripts, from what the hub said of sites. Pure.
import { fileOrigin } from '../../../contract/sites.ts';
import { pageFlags } from '../../../contract/web-agent.ts';
import type { CompanionSites } from '../../../contract/schemas/web-agent.ts';
import type { PageFlag, PageFlags } from '../../../contract/web-agent.ts';

export interface PlannedScript {
  readonly id: string;
  readonly matches: readonly string[];
  readonly excludeMatches: readonly string[];
  readonly js: readonly string[];
}

export interface Browser {
  /** Whether scripts may be registered for pages of files. */
  readonly files: boolean;
  /**
   * Whether a pattern with a port matches that port. In Firefox it matches nothing, and one without a port matches all ports of its host,
   * so that it cannot tell `http://localhost:3000` from `http://localhost:8080`.
   */
  readonly ports: boolean;
}

export const idPrefix = 'web-agent ';
const folder = 'web-agent';
const filePattern = 'file:///*';

/** What holds for one origin in place of the general rule. */
type Setting = { readonly kind: 'blocked' } | { readonly kind: 'flags'; readonly flags: PageFlags };

interface Rule {
  readonly origin: string;
  readonly setting: Setting;
}

export function planScripts(sites: CompanionSites, browser: Browser): PlannedScript[] {
  if (!sites.on) return [];
  const rules = rulesOf(sites);
  const hasFiles = sites.files && browser.files;
  const base = ['http://*/*', 'https://*/*', ...(hasFiles ? [filePattern] : [])];
  const ofFiles = rules.filter(({ origin }) => origin === 'file://' && hasFiles);
  const ofWeb = rules.filter(({ origin }) => isPlain(origin));
  const some = browser.ports ? byOrigin([...ofWeb, ...ofFiles]) : [...byHost(ofWeb, sites.flags), ...byOrigin(ofFiles)];
  const own = some.filter(({ js }) => js.length > 0);
  const script = (name: string, js: readonly string[], matches: readonly string[], not: readonly string[]) => ({
    ...{ id: idPrefix + name, matches: matches.toSorted(), excludeMatches: not.toSorted() },
    js: js.map(file => `${folder}/${file}`),
  });
  return [
    script(
      'page',
      pageFiles(sites.flags),
      base,
      some.flatMap(({ matches }) => matches),
    ),
    ...own.map(({ name, js, matches }) => script(`page ${name}`, js, matches, [])),
  ];
}

/** What is brought into a document of that origin, in its own world; null where it is offered nothing. */
export function filesFor({ on, files, flags, sites }: CompanionSites, origin: string): string[] | null {
  const own = sites.find(site => site.origin === origin);
  if (!on || own?.blocked === true || (origin === 'file://' && !files)) return null;
  return pageFiles({ ...flags, ...own?.flags }).map(file => `${folder}/${file}`);
}

/** Whether a page at that address may have been given the API, also where nothing is offered to it: a pattern may not have kept it out, as with a dot at the end of a host in Firefox. Then it is refused what it asks. */
export function mayHaveApi({ on, files, sites }: CompanionSites, url: string): boolean {
  const isFile = url.startsWith(fileOrigin);
  if (!on || (isFile && !files)) return false;
  const origin = isFile ? fileOrigin : new URL(url).origin;
  return !sites.some(site => site.blocked && site.origin === origin && (isFile || isPlain(origin)));
}

/** Those that differ from the general one. */
function rulesOf({ sites, flags }: CompanionSites): Rule[] {
  return sites.flatMap<Rule>(({ origin, blocked, flags: changed }) => {
    if (blocked) return { origin, setting: { kind: 'blocked' } };
    const all = { ...flags, ...changed };
    return nameOf(all) === nameOf(flags) ? [] : { origin, setting: { kind: 'flags', flags: all } };
  });
}

interface Group {
  readonly name: string;
  readonly matches: string[];
  /** Empty for pages that get nothing. */
  readonly js: readonly string[];
}

/** One group for all origins with the same flags. */
function byOrigin(rules: readonly Rule[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { origin, setting } of rules) {
    const name = settingName(setting);
    const js = setting.kind === 'blocked' ? [] : pageFiles(setting.flags);
    into(groups, { name, js }).matches.push(patternOf(origin));
  }
  return [...groups.values()];
}

/**
 * One group for all hosts whose ports have the same settings. Nothing but the page itself knows its port before its first script runs, so
 * files with the digits of each port run there, then one that compares (`ports/`).
 */
function byHost(rules: readonly Rule[], general: PageFlags): Group[] {
  const hosts = new Map<string, [port: number, setting: Setting][]>();
  for (const { origin, setting } of rules) {
    const { protocol, hostname, port } = new URL(origin);
    const host = `${protocol}//${hostname}`;
    const known = hosts.get(host) ?? [];
    hosts.set(host, known);
    known.push([Number(port || usualPort(protocol)), setting]);
  }
  const groups = new Map<string, Group>();
  for (const [host, ports] of hosts) {
    ports.sort(([one], [other]) => one - other);
    const name = ports.map(([port, setting]) => `${port}:${settingName(setting)}`).join(' ');
    const js = [...flagFiles(general), ...ports.flatMap(([port, setting]) => portFiles(port, setting)), 'page-api.js'];
    into(groups, { name, js }).matches.push(`${host}/*`);
  }
  return [...groups.values()];
}

function into(groups: Map<string, Group>, { name, js }: Pick<Group, 'name' | 'js'>): Group {
  const group = groups.get(name) ?? { name, js, matches: [] };
  groups.set(name, group);
  return group;
}

/** On a page with another port they change nothing. */
function portFiles(port: number, setting: Setting): string[] {
  const digits = [...port.toString(2)].map(bit => `ports/bit-${bit}.js`);
  const then = setting.kind === 'blocked' ? ['ports/blocked.js'] : flagFiles(setting.flags);
  return [...digits, 'ports/begin.js', ...then, 'ports/end.js'];
}

function pageFiles(flags: PageFlags): string[] {
  return [...flagFiles(flags), 'page-api.js'];
}

/** Of those that differ from the defaults, which the page script knows. */
function flagFiles(flags: PageFlags): string[] {
  return changedFlags(flags).map(name => `flags/${name}.js`);
}

function changedFlags(flags: PageFlags): string[] {
  const names = Object.keys(pageFlags) as PageFlag[];
  return names.filter(name => flags[name] !== pageFlags[name]).map(name => `${name}-${flags[name] ? 'on' : 'off'}`);
}

function settingName(setting: Setting): string {
  return setting.kind === 'blocked' ? 'blocked' : nameOf(setting.flags);
}

function nameOf(flags: PageFlags): string {
  return changedFlags(flags).join(' ') || 'defaults';
}

function patternOf(origin: string): string {
  if (origin === 'file://') return filePattern;
  const { protocol, hostname, port } = new URL(origin);
  // Without a port it would match every port.
  return `${protocol}//${hostname}:${port || usualPort(protocol)}/*`;
}

function usualPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

/** One origin that is no valid pattern would make the browser refuse all of them. Background and hub refuse what its pages ask. */
function isPlain(origin: string): boolean {
  return URL.canParse(origin) && /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(origin);
}
