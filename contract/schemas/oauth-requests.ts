// The panel's requests about the clients by which accounts know Pilothouse; `panel-requests.ts` takes them in. The sign-ins themselves are begun at their servers.
import { z } from 'zod';

const nothing = z.object({}).strict();
const done = z.object({}).strict();
const provider = z.string().min(1).max(500);

export const oauthRequests = {
  /** The accounts that are known by name, and those that have a client. Never a secret. */
  'accounts:list': {
    params: nothing,
    result: z.object({
      accounts: z.array(
        z.object({
          provider,
          name: z.string(),
          isConfigured: z.boolean(),
          /** The first characters of its id. */
          clientIdPreview: z.string().nullable(),
          /** `environment` wins, and is changed there. */
          source: z.enum(['environment', 'kept']).nullable(),
        }),
      ),
    }),
  },
  /** In place of the one that there is. Its secret goes to the other secrets, and never comes back. */
  'accounts:set-client': {
    params: z.object({ provider, clientId: z.string().max(2_000), clientSecret: z.string().max(2_000) }),
    result: done,
  },
  'accounts:remove-client': { params: z.object({ provider }), result: done },
} as const;
