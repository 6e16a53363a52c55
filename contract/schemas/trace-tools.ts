// What can be done with the trace beside reading it: replay, figures, export with a redaction preview, import, recording.
import { z } from 'zod';
import {
  maskedKinds,
  maxMaskedNameChars,
  maxMaskedNames,
  maxRelated,
  maxToolFigures,
  outcomes,
  traceFormats,
} from '../trace-bounds.ts';
import { ReasonSchema } from './reason.ts';
import { PartySchema, TraceEntrySchema, TraceFilterSchema } from './trace.ts';

/** What a replay would send, before anything is sent. */
export const ReplayPlanSchema = z.object({
  /** The agent's call that is repeated: the entry itself, or the one that caused it. */
  seq: z.number(),
  method: z.string(),
  tool: z.string().nullable(),
  /** Where it went: the server or browser behind it, where that is known. */
  to: PartySchema.nullable(),
  /** It changes something, so it has to be confirmed. */
  acts: z.boolean(),
  params: z.record(z.string(), z.unknown()),
  /** Values that the trace has masked: they are asked for before it can be sent. */
  masked: z.number(),
  /** Why it cannot be repeated, or null. */
  refusal: ReasonSchema.nullable(),
});
export type ReplayPlan = z.infer<typeof ReplayPlanSchema>;

export const ReplayedSchema = z.object({
  /** Its own entry in the trace. */
  seq: z.number(),
  outcome: z.enum(outcomes),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  /** The same as a value, where it is the hub that says it. */
  why: ReasonSchema.optional(),
  latencyMs: z.number(),
  /** As MCP has it, secrets masked; absent where there was an error instead. */
  result: z.unknown(),
});
export type Replayed = z.infer<typeof ReplayedSchema>;

/** All of one call, oldest first; empty when the entry is not kept any more. */
export const RelatedEntriesSchema = z.object({
  /** At most 200, and the one that was asked for. */
  entries: z.array(TraceEntrySchema).max(maxRelated + 1),
  /** Entries of the call that are left out because there are too many. */
  more: z.number(),
});
export type RelatedEntries = z.infer<typeof RelatedEntriesSchema>;

/** A distribution: percentiles, and how many lie in each bar. The edges of the bars are in `TraceFiguresSchema`. */
const DistributionSchema = z.object({
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
  bars: z.array(z.number()),
});
export type Distribution = z.infer<typeof DistributionSchema>;

export const ToolFiguresSchema = z.object({
  method: z.string(),
  tool: z.string().nullable(),
  /** Set on the side `targets`. */
  to: PartySchema.nullable(),
  calls: z.number(),
  failed: z.number(),
  refused: z.number(),
  /** Of what was answered, in milliseconds, without the time that the user was waited for. */
  latency: DistributionSchema.nullable(),
  /** Request and response together, in bytes. */
  size: DistributionSchema,
  bytes: z.number(),
});
export type ToolFigures = z.infer<typeof ToolFiguresSchema>;

export const TraceFiguresSchema = z.object({
  /** The most called first. */
  tools: z.array(ToolFiguresSchema).max(maxToolFigures),
  /** Tools that are left out because there are too many. */
  more: z.number(),
  calls: z.number(),
  /** Lower edges of the bars, in milliseconds and bytes; the first bar holds what is less too, the last what is more. */
  latencyEdges: z.array(z.number()),
  sizeEdges: z.array(z.number()),
});
export type TraceFigures = z.infer<typeof TraceFiguresSchema>;

/** What an export holds, and what it hides beside the secrets that are masked anyway. */
const exportFields = {
  filter: TraceFilterSchema.default({ text: '' }),
  /** Whether requests and responses go with it; without them it tells who called what, when and how it ended. */
  payloads: z.boolean().default(true),
  /** Names of fields and headers whose values are masked too, in whatever case. */
  fields: z.array(z.string().trim().min(1).max(maxMaskedNameChars)).max(maxMaskedNames).default([]),
  /** Goes on after this entry; 0 begins. */
  after: z.number().int().min(0).default(0),
  /** As if nothing had come after this entry: the answer to the first piece says it. */
  until: z.number().int().optional(),
};

export const PreviewAskSchema = z.object(exportFields);
export const ExportAskSchema = z.object({
  ...exportFields,
  format: z.enum(traceFormats),
  /** Entries in the pieces before. */
  written: z.number().int().min(0).default(0),
});

/** `text` is a secret in the midst of a text, with the name of the field that holds the text. */
export const MaskedSchema = z.object({ kind: z.enum(maskedKinds), name: z.string(), count: z.number() });
export type Masked = z.infer<typeof MaskedSchema>;

/** One piece of the preview; the whole is their sum. `after` asks for the next one and is null with the last. */
export const PreviewPieceSchema = z.object({
  entries: z.number(),
  payloadBytes: z.number(),
  /** Entries whose payload the trace has dropped. */
  dropped: z.number(),
  masked: z.array(MaskedSchema),
  after: z.number().nullable(),
  until: z.number(),
});
export type PreviewPiece = z.infer<typeof PreviewPieceSchema>;

/** One piece of a file, to be joined by whoever asks. */
export const ExportPieceSchema = z.object({
  text: z.string(),
  entries: z.number(),
  after: z.number().nullable(),
  until: z.number(),
});
export type ExportPiece = z.infer<typeof ExportPieceSchema>;

/** What became of some lines of an import. */
export const ImportedLinesSchema = z.object({
  entries: z.number(),
  refused: z.number(),
  /** Why the first of them was refused. */
  refusal: ReasonSchema.nullable(),
});
export type ImportedLines = z.infer<typeof ImportedLinesSchema>;

/** Recording to disk, while it is on. */
export const RecordingSchema = z.object({
  since: z.number(),
  entries: z.number(),
  bytes: z.number(),
  folder: z.string(),
});
export type Recording = z.infer<typeof RecordingSchema>;

export const RecordingsSchema = z.object({
  folder: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), changedAt: z.number() })),
  /** The oldest file goes when all of them would be larger than this. */
  maxBytes: z.number(),
  /** What is kept of the newest entries for the next run of the hub, recorded or not; without texts of messages. */
  kept: z.object({ folder: z.string(), bytes: z.number() }),
});
export type Recordings = z.infer<typeof RecordingsSchema>;
