// What the hub says of itself, as it crosses a boundary.
import { z } from 'zod';
import { isReason } from '../reason.ts';
import type { Reason } from '../reasons.ts';

/** Its code is not looked up here: who words it shows one that it does not know by its name. */
export const ReasonSchema = z.custom<Reason>(isReason);
