// The panel's requests about plugins; `panel-requests.ts` takes them in. Reviews of their tools are `tools:reviews` and `tools:review`;
// consent of web origins is a grant like any other: `plugins:call` with the resource `plugin`.
import { z } from 'zod';
import { PluginDetailSchema, PluginIdSchema } from './plugins.ts';

const done = z.object({}).strict();
const plugin = z.object({ pluginId: z.string().min(1).max(255) });
const listed = z.object({ pluginId: PluginIdSchema });

export const pluginRequests = {
  'plugins:get': { params: plugin, result: PluginDetailSchema },
  /** Null where it does not answer in time. */
  'plugins:ping': { params: plugin, result: z.object({ ms: z.number().nullable() }) },
  /** Asks it for its tools anew; what differs from what was approved is held back. */
  'plugins:list-tools': { params: plugin, result: done },
  /** It is told, and none of its tools is called any more, or is again. */
  'plugins:set-enabled': { params: plugin.extend({ on: z.boolean() }), result: done },
  /** Whether its tools stand in any list. */
  'plugins:set-offered': { params: plugin.extend({ on: z.boolean() }), result: done },
  /** It is gone with its grants and what was approved of it, until it registers again. */
  'plugins:forget': { params: plugin, result: done },
  /** Off: any extension may register. On: who registered and is not listed is shut out. */
  'plugins:set-only-listed': { params: z.object({ on: z.boolean() }), result: done },
  'plugins:allow': { params: listed, result: done },
  /** Where only those listed may register, it is shut out at once. */
  'plugins:disallow': { params: listed, result: done },
} as const;

/** What `plugins:get` says of this plugin has changed; at most 5 a second. */
export const pluginEvents = {
  'plugins:changed': z.object({ pluginIds: z.array(z.string()) }),
} as const;
