// What the hub last said about where pages are offered the Web Agent API: kept while no hub is there; the defaults until there has been one.
import { isRecord } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { pageFlags } from '../../../contract/web-agent.ts';
import { PageFault } from './page-fault.ts';
import type { CompanionSites } from '../../../contract/schemas/web-agent.ts';
import type { PageFlag, PageFlags } from '../../../contract/web-agent.ts';

const key = 'sites';
const maxSites = 5_000;

export const defaultSites: CompanionSites = { on: true, files: false, flags: pageFlags, sites: [] };

/** Null for what cannot be read. What is not in the form of an origin is left out. */
export function readSites(said: unknown): CompanionSites | null {
  if (!isRecord(said) || typeof said.on !== 'boolean' || !Array.isArray(said.sites)) return null;
  const rows: unknown[] = said.sites.slice(0, maxSites);
  const sites = rows.flatMap(row => {
    if (!isRecord(row) || typeof row.origin !== 'string') return [];
    const { origin } = row;
    if (origin !== 'file://' && originOf(origin) !== origin) return [];
    return { origin, blocked: row.blocked === true, flags: flagsIn(row.flags) };
  });
  const flags = { ...pageFlags, ...flagsIn(said.flags) };
  return { on: said.on, files: said.files === true, flags, sites };
}

function flagsIn(said: unknown): Partial<PageFlags> {
  const flags: Partial<Record<PageFlag, boolean>> = {};
  if (!isRecord(said)) return flags;
  for (const name of Object.keys(pageFlags) as PageFlag[])
    if (typeof said[name] === 'boolean') flags[name] = said[name];
  return flags;
}

/** Those that apply in pages of the origin. */
export function flagsAt({ flags, sites }: CompanionSites, origin: string): PageFlags {
  return { ...flags, ...sites.find(site => site.origin === origin)?.flags };
}

export class SiteWord {
  readonly #kept: Promise<void>;
  #sites: CompanionSites = defaultSites;
  #blocked: ReadonlySet<string> = new Set();
  #isTold = false;

  constructor() {
    this.#kept = chrome.storage.local.get(key).then(({ [key]: kept }) => {
      const sites = readSites(kept);
      // A hub was quicker.
      if (sites && !this.#isTold) this.#use(sites);
    });
  }

  /** As it is now. */
  async read(): Promise<CompanionSites> {
    await this.#kept;
    return this.#sites;
  }

  /** False for what cannot be read; that changes nothing. */
  async take(said: unknown): Promise<boolean> {
    const sites = readSites(said);
    if (!sites) return false;
    this.#isTold = true;
    this.#use(sites);
    await chrome.storage.local.set({ [key]: sites });
    return true;
  }

  /** Those that apply in its pages. */
  async flagsOf(origin: string): Promise<PageFlags> {
    return flagsAt(await this.read(), origin);
  }

  /** Throws ERR_PERMISSION_DENIED where pages of the origin are offered nothing, even if one is still open. */
  async expectOffered(origin: string): Promise<void> {
    const { on, files } = await this.read();
    if (!on)
      throw new PageFault(
        'ERR_PERMISSION_DENIED',
        'Permission denied: pages are offered no Web Agent API; switch it on in Pilothouse.',
      );
    const isShut = origin === 'file://' && !files;
    if (isShut || this.#blocked.has(origin))
      throw new PageFault(
        'ERR_PERMISSION_DENIED',
        `Permission denied: ${origin} is blocked; allow it in Pilothouse under Permissions.`,
      );
  }

  #use(sites: CompanionSites): void {
    this.#sites = sites;
    this.#blocked = new Set(sites.sites.filter(({ blocked }) => blocked).map(({ origin }) => origin));
  }
}
