// The panel's request about the policy; `panel-requests.ts` takes it in.
import { z } from 'zod';

export const policyRequests = {
  /** Fetches the signed list that policy.json names. Rejects where it is not taken: the one before then stays in force. */
  'policy:refresh': { params: z.object({}).strict(), result: z.object({ version: z.number() }) },
} as const;
