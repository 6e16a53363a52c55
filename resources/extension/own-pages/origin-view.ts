// A web origin: the name that says whose it is strong, all else quiet; what it reads as where it is written in other letters.
import { looksLikeAnother, readsAs } from '../../../contract/host-reading.ts';
import { originParts } from '../../../contract/origin-parts.ts';
import { hostParts } from '../../../contract/registrable.ts';
import { fileOrigin } from '../../../contract/sites.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { el, foreign, icon } from './dom.ts';
import { words } from './words/words.ts';

/** It wraps anywhere and is never cut off. */
export function originView(origin: string): HTMLElement {
  if (origin === fileOrigin) return el('span', { class: 'origin' }, words.ask.files);
  const { scheme, host, port } = originParts(origin);
  const { before, name } = hostParts(host);
  return foreign('', { class: 'origin' }).appendChild(
    el(
      'span',
      {},
      el('i', {}, `${scheme === '' ? 'https://' : scheme}${visibleText(before)}`),
      visibleText(name),
      el('i', {}, port),
    ),
  ).parentElement as HTMLElement;
}

/** `shop.example`; the scheme stays where it is another than https. */
export function siteName(origin: string): string {
  return origin === fileOrigin ? words.ask.files : visibleText(origin.replace(/^https:\/\//, ''));
}

/** Null for a name in plain letters. */
export function readingLine(origin: string): HTMLElement | null {
  const reads = readsAs(originParts(origin).host);
  if (reads === null) return null;
  const alike = looksLikeAnother(reads);
  return el(
    'p',
    { class: alike ? 'line xs attention' : 'line xs mm' },
    alike ? icon('alert', 'i12 filled') : null,
    el('span', {}, words.ask.readsAs(''), foreign(visibleText(reads)), alike ? `, ${words.ask.looksLike}` : ''),
  );
}

/** `encrypted` with its lock; nothing for files. */
export function connectionMark(origin: string): { readonly mark: SVGSVGElement; readonly word: string } | null {
  if (origin === fileOrigin) return null;
  const { isOpen, scheme } = originParts(origin);
  // Plain http that never leaves this machine.
  if (scheme === 'http://' && !isOpen) return { mark: icon('lock', 'i12'), word: words.ask.onThisMachine };
  return isOpen
    ? { mark: icon('unlock', 'i12'), word: words.ask.notEncrypted }
    : { mark: icon('lock', 'i12'), word: words.ask.encrypted };
}

export function whereItGoes(goesTo: string | null): HTMLElement {
  return el(
    'span',
    { class: 'line goes' },
    icon(goesTo === null ? 'lock' : 'arrow', 'i12'),
    el('span', {}, goesTo === null ? words.goes.stays : words.goes.to(goesTo)),
  );
}
