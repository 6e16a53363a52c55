// MCP servers that pages have brought, as they are kept.
import { z } from 'zod';

export const KeptSiteServerSchema = z.object({
  serverId: z.string(),
  /** The site of the page. */
  origin: z.string().max(300),
  /** Whether the user has opened it to agents. */
  open: z.boolean(),
  /** It was being added under this name: it may not be there. */
  adding: z.string().optional(),
});
export type KeptSiteServer = z.infer<typeof KeptSiteServerSchema>;

export const SiteServersSchema = z.object({
  servers: z.array(KeptSiteServerSchema),
  /** By `approvalHash`: the addresses that the user has approved for a site. */
  approved: z.array(z.object({ origin: z.string().max(300), hash: z.string() })),
  /** Those that the user has opened to agents: they are open when a page of the site brings them again. */
  opened: z.array(z.object({ origin: z.string().max(300), hash: z.string() })).default([]),
});
