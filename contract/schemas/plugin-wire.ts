// Two wires: the envelopes of spec 002, and the frames in which our small extension carries them between plugins and the hub.
import { z } from 'zod';
import { pluginBounds, pluginToolSpeeds } from '../plugins.ts';

const text = (most: number) => z.string().max(most);
const id = z.string().min(1).max(255);

/** The first frame of the extension on each connection; `profileId` is a random one that it keeps. */
const HelloFrameSchema = z.object({
  kind: z.literal('hello'),
  protocol: z.literal(1),
  profileId: z.string().regex(/^[0-9a-f]{32}$/),
  version: text(40),
  browser: z.object({ name: text(60), version: text(40) }),
});
export type PluginHubHello = z.infer<typeof HelloFrameSchema>;

export const PluginHubFrameSchema = z.discriminatedUnion('kind', [
  HelloFrameSchema,
  /** `from` is the sender as the browser told it. */
  z.object({ kind: z.literal('message'), from: id, message: z.unknown() }),
  /** The browser could not hand a message to that extension. */
  z.object({ kind: z.literal('unsent'), to: id, requestId: text(200) }),
  /** It was larger than what is carried. */
  z.object({ kind: z.literal('too-large'), from: id, requestId: text(200), bytes: z.number().int() }),
]);
export type PluginHubFrame = z.infer<typeof PluginHubFrameSchema>;

/** Spec 002 "Tool Definition Format"; what else stands in one is dropped. */
const PluginDefinitionSchema = z.object({
  name: z
    .string()
    .min(1)
    .max(pluginBounds.toolNameChars)
    // No control signs, no spaces: the name stands in ids, grants and logs.
    .regex(/^[\x21-\x7e]+$/),
  title: text(200).optional(),
  description: text(8_000).optional(),
  inputSchema: z.looseObject({ type: z.literal('object').default('object') }),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  uiHints: z
    .object({
      icon: text(100_000).optional().catch(undefined),
      category: text(100).optional().catch(undefined),
      dangerous: z.boolean().optional().catch(undefined),
      speed: z.enum(pluginToolSpeeds).optional().catch(undefined),
    })
    .optional(),
});
export type PluginDefinition = z.infer<typeof PluginDefinitionSchema>;

export const PluginDefinitionsSchema = z.array(PluginDefinitionSchema).superRefine((tools, context) => {
  const seen = new Set<string>();
  for (const [at, { name }] of tools.entries()) {
    if (seen.has(name)) context.addIssue({ code: 'custom', path: [at, 'name'], message: 'twice' });
    seen.add(name);
  }
});

/** Of PLUGIN_REGISTER; unknown members, such as `pluginId`, are dropped. */
export const PluginDescriptorSchema = z.object({
  extensionId: id,
  name: text(200),
  version: text(60),
  description: text(2_000).optional(),
  author: text(200).optional(),
  homepage: text(2_000).optional(),
  tools: PluginDefinitionsSchema,
});
export type PluginDescriptor = z.infer<typeof PluginDescriptorSchema>;

export const PluginToolsSchema = z.object({
  tools: PluginDefinitionsSchema.refine(tools => tools.length <= pluginBounds.toolsOfPlugin),
});
export const PluginPongSchema = z.object({
  healthy: z.boolean(),
  uptime: z.number().min(0).optional().catch(undefined),
});
export const PluginToolErrorSchema = z.object({
  code: text(100),
  message: z.string(),
  details: z.unknown().optional(),
});
export const PluginGoodbyeSchema = z.object({ reason: text(500).optional().catch(undefined) });
