// Any interleaving of requests, answers, cancellations and the end, on one wire.
import { test } from 'vitest';
import { peer } from '../../../fuzz/peer.ts';
import { unitCases } from '../../../fuzz/property.ts';

test.each(peer)('$title', ({ check }) => check(unitCases));
