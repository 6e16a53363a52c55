// The property of the whole hub, with real sockets on a temporary home, tried briefly; `npm run fuzz` tries it at length.
import { beforeAll, expect, test } from 'vitest';
import { unitCases } from '../../fuzz/property.ts';
import { wholeHub } from '../../fuzz/whole-hub.ts';
import { buildOnce } from '../../support/hub-process.ts';

beforeAll(buildOnce);

/** A case takes twenty times as long as those that only compute. */
const cases = Math.ceil(unitCases / 4);

test(wholeHub.title, async () => {
  await expect(wholeHub.check(cases)).resolves.toBeUndefined();
}, 900_000); // A frame for a machine that is busy with everything else; the property itself has no clock but its own.
