// Where the boxes of this browser are: in the background itself where that may start workers, as in Firefox, else in a document of its own.
import { AwayBoxes } from './away-boxes.ts';
import { Boxes, newBoxWorker } from './boxes.ts';
import { codeOf } from './server-store.ts';
import type { CallsBoxes } from './boxes.ts';

export function callBoxes(): CallsBoxes {
  if (typeof Worker === 'undefined') return new AwayBoxes();
  return new Boxes({ newWorker: newBoxWorker, codeOf, idle: () => {} });
}
