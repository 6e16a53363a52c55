// What the hub has done in the very document that asked: carried out by the bridge that runs in it.

import { isRecord } from '../../../../contract/json.ts';
import { pageDeeds, pageReadBounds } from '../../../../contract/page-deeds.ts';
import { actInDocument } from './act-in-document.ts';
import { actFault, DeedFailure, missing, unreadable } from './deed-faults.ts';
import { readDocument } from './read-document.ts';
import { listElements, tellElement } from './tell-elements.ts';
import { waitInDocument } from './wait-in-document.ts';
import type { Answer } from '../dialect.ts';
import type { ActWish } from './act-in-document.ts';

type Params = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** By the method. Each throws DeedFailure. */
const documentDeeds: Readonly<Record<string, (params: Params) => unknown>> = {
  [pageDeeds.read]: ({ selector, html }) =>
    readDocument({ selector: text(selector) || null, html: html === true, ...pageReadBounds }),
  [pageDeeds.elements]: () => listElements(pageReadBounds.elements),
  [pageDeeds.element]: ({ ref }) => {
    const told = tellElement(text(ref));
    if (told === 'none') throw missing(text(ref));
    if (told === null) throw unreadable(text(ref));
    return told;
  },
  [pageDeeds.act]: params => {
    // The hub has checked it; what is none of the acts does nothing.
    const end = actInDocument(params as unknown as ActWish);
    if (end !== 'done') throw actFault(end, text(params.ref));
    return { success: true };
  },
  [pageDeeds.waitFor]: async ({ ref, visible, timeoutMs }) => {
    const end = await waitInDocument(text(ref), visible === true, Number(timeoutMs));
    if (end === 'selector') throw unreadable(text(ref));
    return { found: end === 'found' };
  },
};

/** What came of it; null for what this bridge does not do. */
export async function doInDocument(method: string, params: unknown): Promise<Answer | null> {
  const deed = Object.hasOwn(documentDeeds, method) ? documentDeeds[method] : undefined;
  if (!deed) return null;
  try {
    return { ok: true, result: await deed(isRecord(params) ? params : {}) };
  } catch (error) {
    const failed = { code: 'ERR_INTERNAL', message: 'The page could not be used.' } as const;
    return { ok: false, error: error instanceof DeedFailure ? error.error : failed };
  }
}
