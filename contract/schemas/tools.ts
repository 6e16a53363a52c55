// What the user decides about tools: definitions that wait for a review, and what is switched off for whom.
import { z } from 'zod';
import { helds } from '../tools.ts';

export type Held = (typeof helds)[number];

const DefinitionSchema = z.record(z.string(), z.unknown());

/** Two versions of a definition, side by side. */
export const ToolReviewSchema = z.object({
  toolId: z.string(),
  /** The server, or the plugin, whose it is. */
  serverId: z.string(),
  name: z.string(),
  held: z.enum(helds),
  since: z.number(),
  /** Of `after`: what an answer is bound to. */
  hash: z.string(),
  /** What was approved; null for a tool that was never there before. */
  before: DefinitionSchema.nullable(),
  /** What the server lists now. */
  after: DefinitionSchema,
});
export type ToolReview = z.infer<typeof ToolReviewSchema>;

/** A call that the user makes from a form. */
export const ToolCallAskSchema = z.object({
  /** Of the panel's choice, to cancel it by. */
  callId: z.string().min(1).max(100),
  toolId: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()),
  /** For a tool of the browser: which one. */
  browserId: z.string().min(1).max(200).optional(),
  /** The user has seen that it acts. */
  confirmed: z.boolean().default(false),
});
export type ToolCallAsk = z.output<typeof ToolCallAskSchema>;

/** How much the definitions of a list come to: UTF-8 bytes of their JSON. */
export const ToolCostSchema = z.object({ tools: z.number().int(), bytes: z.number().int() });
export type ToolCost = z.infer<typeof ToolCostSchema>;
