// What only the desktop app has: what closing does, start at login, updates, and where its window stood.
import { z } from 'zod';
import { closings, languageChoices } from '../desktop.ts';
import { ReasonSchema } from './reason.ts';

export type LanguageChoice = (typeof languageChoices)[number];

const Feed = z.url({ protocol: /^https$/ });

/** What the panel may change. */
export const DesktopChangeSchema = z
  .object({
    /** Null asks again. */
    onClose: z.enum(closings).nullable(),
    startAtLogin: z.boolean(),
    /** Where updates are looked for; null looks nowhere. */
    updateFeed: Feed.nullable(),
    /** Of the tray, of notifications and dialogs; the panel keeps its own. */
    language: z.enum(languageChoices),
  })
  .partial()
  .strict();
export type DesktopChange = z.infer<typeof DesktopChangeSchema>;

export const UpdateStateSchema = z.discriminatedUnion('kind', [
  /** Nobody named a feed. */
  z.object({ kind: z.literal('off') }),
  /** This copy of the app cannot replace itself. */
  z.object({ kind: z.literal('unsupported'), reason: ReasonSchema }),
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('looking') }),
  z.object({ kind: z.literal('fetching'), version: z.string(), percent: z.number() }),
  /** Takes effect with the next start. */
  z.object({ kind: z.literal('ready'), version: z.string() }),
  z.object({ kind: z.literal('failed'), reason: ReasonSchema }),
]);
export type UpdateState = z.infer<typeof UpdateStateSchema>;

export const DesktopSettingsSchema = z.object({
  onClose: z.enum(closings).nullable(),
  startAtLogin: z.boolean(),
  /** Why the system may not follow that; else null. */
  loginNote: ReasonSchema.nullable(),
  /** Whether the desktop shows a tray icon now. */
  tray: z.boolean(),
  updateFeed: Feed.nullable(),
  update: UpdateStateSchema,
});
export type DesktopSettings = z.infer<typeof DesktopSettingsSchema>;

/** Where the window stood, in the desktop's own units. */
export const WindowPlaceSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof WindowPlaceSchema>;

/** The file in which the desktop app keeps its own. Each field falls back by itself. */
export const DesktopFileSchema = z.object({
  onClose: z.enum(closings).nullable().catch(null),
  updateFeed: Feed.nullable().catch(null),
  language: z.enum(languageChoices).catch('system'),
  window: WindowPlaceSchema.nullable().catch(null),
});
export type DesktopFile = z.infer<typeof DesktopFileSchema>;
