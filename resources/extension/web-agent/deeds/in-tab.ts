// Put into a page that another one's site has opened, for what that one does there. It runs beside the page's own scripts, which cannot reach it.
import { type ActEnd, type ActWish, actInDocument } from './act-in-document.ts';
import { type ReadWish, readDocument } from './read-document.ts';

export interface TabDeeds {
  read(wish: ReadWish): ReturnType<typeof readDocument>;
  act(wish: ActWish): ActEnd;
}

declare global {
  var pilothouseTabDeeds: TabDeeds | undefined;
}

globalThis.pilothouseTabDeeds = { read: readDocument, act: actInDocument };
