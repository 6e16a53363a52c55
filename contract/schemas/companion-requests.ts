// The panel's requests about pairing a browser over a WebSocket; `panel-requests.ts` takes them in.
import { z } from 'zod';

const done = z.object({}).strict();
const pairingId = z.string().min(1).max(200);

/** Of the newest code, as all panels see it; the code itself is in the answer to `companion:pair` alone. */
export const PairingSchema = z.object({
  id: z.string(),
  expiresAt: z.number(),
  state: z.discriminatedUnion('kind', [
    /** `tries`: how often a browser may still begin with it. */
    z.object({ kind: z.literal('waiting'), tries: z.number().int() }),
    /** A browser has proved to know it, and is approved by that. */
    z.object({ kind: z.literal('paired'), browserId: z.string() }),
    z.object({ kind: z.literal('ended'), why: z.enum(['expired', 'tried-too-often', 'cancelled', 'closed']) }),
  ]),
});
export type Pairing = z.infer<typeof PairingSchema>;

export const companionRequests = {
  /**
   * Opens the companion's WebSocket where it is off, and makes a code for one browser: `37123-K4QF-7XPM-2ABC`. An earlier code ends.
   * Rejects with ERR_INTERNAL where no port could be opened. How it goes on is `hub.pairing` of the snapshot.
   */
  'companion:pair': {
    params: z.object({}).strict(),
    result: z.object({ pairingId: z.string(), code: z.string(), expiresAt: z.number() }),
  },
  /** Nothing happens where it has ended already. */
  'companion:cancel-pair': { params: z.object({ pairingId }), result: done },
} as const;
