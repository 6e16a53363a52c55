// What the rules of the user's company say of the catalogue. Whoever reads them hands in a judge; without one nothing is forbidden.
import type { WayKind } from '../../../contract/catalogue.ts';
import type { Reason } from '../../../contract/reasons.ts';

/** `entry` is null where a source is judged by itself; `kind` and `identifier` then say nothing (`remote`, empty). */
export interface Judged {
  /** The address of the source; null where it is not of a catalogue. */
  readonly source: string | null;
  readonly sourceId: string | null;
  readonly entry: string | null;
  readonly kind: WayKind;
  readonly identifier: string;
  readonly version: string | null;
}

/** Why it is forbidden; null where it is not. */
export type CatalogueJudge = (what: Judged) => Reason | null;

export const judgeNothing: CatalogueJudge = () => null;
