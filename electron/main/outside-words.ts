// Words from outside where the desktop draws them: in a menu and in a notification.
import { cutMiddle, visibleText } from '../../contract/visible-text.ts';
import type { Reason } from '../../contract/reasons.ts';

const maxSite = 60;

/** Where a call goes, so short that no page can push the site or the browser out of sight by what it calls itself and its elements. */
export function shortPlace(where: Reason, max: number): Reason {
  if (where.kind === 'at-page-near') return { ...where, host: where.host && cutMiddle(where.host, maxSite) };
  if (where.kind === 'at-page-site')
    return { ...where, site: cutMiddle(where.site, maxSite), from: where.from && cutMiddle(where.from, maxSite) };
  if (where.kind !== 'at-tab') return where;
  const { element, title, site, page } = where;
  return {
    ...where,
    // The end of a host says whose it is.
    site: site && cutMiddle(site, maxSite),
    page: page && cutMiddle(page, maxSite),
    ...(element !== undefined && { element: cut(visibleText(element), max) }),
    ...(title !== undefined && { title: cut(visibleText(title), Math.floor(max / 2)) }),
  };
}

/** For a menu: one visible line, cut, and no `&`, which would underline the next letter. */
export function menuWords(text: string, max = 60): string {
  return cut(visibleText(text), max).replaceAll('&', '&&');
}

/** For a notification. Some desktops read its text as markup and some do not, so what would be markup is drawn otherwise. */
export function noticeWords(text: string, max = 200): string {
  return cut(visibleText(text), max).replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
