// Changes of what is allowed: who asked for one, what it is, and the ones that wait until the user confirms them in the panel.
import { z } from 'zod';
import { NewGrantSchema } from './grants.ts';
import { GrantSchema } from './permissions.ts';
import { ReasonSchema } from './reason.ts';

const ProgramSchema = z.object({ pid: z.number(), program: z.string().nullable() });

/** Found in the system's own tables by the connection, never taken from what the other side says of itself. */
export const RuleAskerSchema = z.object({
  via: z.enum(['panel', 'tray', 'cli', 'start', 'file', 'fleet', 'extension', 'companion', 'hub', 'setup']),
  /** What the user calls the browser in which it was clicked; `companion` alone has it. */
  browser: z.string().optional(),
  /** The hub of the fleet in whose window it was answered; `hub` alone has it. */
  hub: z.string().optional(),
  /** The file that a hub is set up by, with the start of its sha256; `setup` alone has it. */
  file: z.string().optional(),
  /** The process at the other end with its executable, and those it was started by, the nearest first; empty where the system does not tell. */
  processes: z.array(ProgramSchema).max(40),
});
export type RuleAsker = z.infer<typeof RuleAskerSchema>;

/** How a panel came: a browser over loopback, the app's own window, its tray, the companion's own pages in a browser, another hub of the fleet with whether it may answer now, or the file that the hub was started with (`serve --setup`). */
export type PanelFrom =
  | { readonly kind: 'browser'; readonly port: number; readonly peerPort: number }
  | { readonly kind: 'window' }
  | { readonly kind: 'tray' }
  | { readonly kind: 'companion'; readonly browser: string }
  | { readonly kind: 'hub'; readonly hub: string; readonly answers: () => boolean }
  | { readonly kind: 'setup'; readonly file: string };

/** What waits: a grant by hand, the end of a grant that denies, a fresh address of the panel, or another request of the panel's. */
export const WideningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('grant'), grant: NewGrantSchema }),
  z.object({ kind: z.literal('revoke'), grant: GrantSchema }),
  z.object({ kind: z.literal('panel') }),
  z.object({
    kind: z.literal('request'),
    /** Its name: `servers:approve`. */
    request: z.string(),
    /** As the audit will have it. */
    what: ReasonSchema,
    /** What the user has to read before, in lines: a server's whole command, the arguments of a call. */
    shown: z.string().nullable(),
  }),
]);
export type Widening = z.infer<typeof WideningSchema>;

export const ConfirmationSchema = z.object({
  id: z.string(),
  asker: RuleAskerSchema,
  change: WideningSchema,
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type Confirmation = z.infer<typeof ConfirmationSchema>;

/** A change that has been made, or was not confirmed, as the audit has it. */
export const RuleChangeSchema = z.object({
  at: z.number(),
  asker: RuleAskerSchema,
  /** The request that changed it: `grants:set`. */
  what: z.string(),
  /** What it says now. */
  why: ReasonSchema,
  outcome: z.enum(['changed', 'deny', 'undecided']),
});
export type RuleChange = z.infer<typeof RuleChangeSchema>;
