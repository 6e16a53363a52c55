// Every property there is: the tests try each briefly, `npm run fuzz` at length.
import { pool } from './claudezilla-pool.ts';
import { decoding, jsonRpc } from './dialects.ts';
import { framing } from './framing.ts';
import { peer } from './peer.ts';
import { wholeHub } from './whole-hub.ts';
import type { Property } from './property.ts';

export const properties: readonly Property[] = [...framing, ...jsonRpc, ...decoding, ...peer, pool, wholeHub];
