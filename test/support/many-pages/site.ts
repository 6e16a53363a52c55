// The site of many pages on loopback, under two origins: what one page does differently from all others is a page of its own here.
import { type Site, serveSite } from '../site.ts';
import { bigPages } from './big-pages.ts';
import { formPages } from './form-pages.ts';
import { framePages } from './frame-pages.ts';
import { movingPages } from './moving-pages.ts';
import { skillPages } from './skill-pages.ts';
import { surprisePages } from './surprise-pages.ts';
import { textPages } from './text-pages.ts';
import type { SitePage } from './page.ts';

export const manyPages: readonly SitePage[] = [
  ...textPages,
  ...formPages,
  ...bigPages,
  ...framePages,
  ...movingPages,
  ...skillPages,
  ...surprisePages,
];

export interface ManyPages {
  readonly origin: string;
  /** The same pages under another port, which for a browser is another origin. */
  readonly other: string;
  close(): Promise<void>;
}

/** Serves every page under both origins; each page is told the other one. */
export async function serveManyPages(): Promise<ManyPages> {
  const byPath = new Map(manyPages.map(page => [page.path, page]));
  const origins: string[] = [];
  const serve = (own: number): Promise<Site> =>
    serveSite((request, response) => {
      const page = byPath.get(new URL(request.url ?? '/', 'http://site').pathname);
      if (!page) return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      for (const [name, value] of Object.entries(page.headers ?? {})) response.setHeader(name, value);
      const html = page.serve(origins[1 - own] ?? '', request, response);
      if (html !== undefined && !response.writableEnded) response.end(html);
    });
  const sites = [await serve(0), await serve(1)];
  origins.push(...sites.map(({ origin }) => origin));
  const [origin = '', other = ''] = origins;
  return {
    origin,
    other,
    close: async () => {
      for (const site of sites) await site.close();
    },
  };
}

/** The page of a path; throws where the site has none. */
export function pageAt(path: string): SitePage {
  const page = manyPages.find(each => each.path === path);
  if (!page) throw new Error(`The site of many pages has no page at ${path}.`);
  return page;
}
