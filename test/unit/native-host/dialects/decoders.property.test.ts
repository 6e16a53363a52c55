// No input throws out of a decoder, on any wire.
import { test } from 'vitest';
import { decoding, jsonRpc } from '../../../fuzz/dialects.ts';
import { unitCases } from '../../../fuzz/property.ts';

test.each([...jsonRpc, ...decoding])('$title', ({ check }) => check(unitCases));
