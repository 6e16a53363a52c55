// Every property there is: the tests try each briefly, `npm run fuzz` at length.
import { pool } from './claudezilla-pool.ts';
import { decidedPages } from './decided-pages.ts';
import { decoding, jsonRpc } from './dialects.ts';
import { foreignLink } from './foreign-link.ts';
import { framing } from './framing.ts';
import { harborBridges } from './harbor-bridge.ts';
import { harborCallers } from './harbor-callers.ts';
import { manifestPlaces } from './manifest-places.ts';
import { ownership } from './ownership.ts';
import { peer } from './peer.ts';
import { pluginAnswers } from './plugins.ts';
import { wholeHub } from './whole-hub.ts';
import type { Property } from './property.ts';

/** They need nothing but this process. */
export const unitProperties: readonly Property[] = [
  ...framing,
  ...jsonRpc,
  ...decoding,
  ...peer,
  pool,
  ownership,
  decidedPages,
  foreignLink,
  manifestPlaces,
  pluginAnswers,
  ...harborBridges,
  ...harborCallers,
];

export const properties: readonly Property[] = [...unitProperties, wholeHub];
